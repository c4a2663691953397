/** The Google Cloud command line, used by every command in this folder. */
import { execFileSync } from 'node:child_process';

/** Parsed output of a command with `--format=json`; stderr is shown. @throws if it fails */
export function askGcloud(args: readonly string[]): unknown {
  return ask(args, 'inherit');
}

/** The same for something that may not exist: stderr is hidden. */
export const lookUp = (args: readonly string[]): unknown => ask(args, 'ignore');

function ask(args: readonly string[], stderr: 'inherit' | 'ignore'): unknown {
  const text = execFileSync('gcloud', [...args, '--format=json', '--quiet'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', stderr],
  });
  return JSON.parse(text || 'null');
}

/** @throws if the command fails */
export function runGcloud(args: readonly string[]): void {
  execFileSync('gcloud', [...args, '--quiet'], { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Text of a small object; null if it does not exist or cannot be read. */
export function readObject(address: string): string | null {
  try {
    return execFileSync('gcloud', ['storage', 'cat', address, '--quiet'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return null;
  }
}

/** @throws if it cannot be written */
export function writeObject(address: string, text: string): void {
  const args = ['storage', 'cp', '-', address, '--quiet'];
  execFileSync('gcloud', args, { input: text, stdio: ['pipe', 'inherit', 'inherit'] });
}

/** The command line as a person would type it. */
export const commandLine = (args: readonly string[]): string =>
  ['gcloud', ...args]
    .map((each) => (/^[\w./:@%=,+-]+$/.test(each) ? each : `'${each.replaceAll("'", "'\\''")}'`))
    .join(' ');

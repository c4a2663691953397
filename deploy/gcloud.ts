/** The Google Cloud command line, used by every command in this folder. */
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

/** Timeout of one question in milliseconds. */
const TIMEOUT = 60_000;

/** Parsed output of a command, with `--format=json` unless it has another one. @throws with gcloud's error message */
export async function askGcloud(args: readonly string[]): Promise<unknown> {
  const format = args.some((each) => each.startsWith('--format=')) ? [] : ['--format=json'];
  const answer = await promisify(execFile)('gcloud', [...args, ...format, '--quiet'], {
    env: process.env,
    timeout: TIMEOUT,
    maxBuffer: 64e6,
  }).catch((error: Error & { code?: unknown; stderr?: string }) => {
    if (error.code === 'ENOENT') throw new Error('gcloud is not on the PATH');
    throw new Error(error.stderr?.trim() || error.message);
  });
  return JSON.parse(answer.stdout || 'null');
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

/** The Google Cloud command line, which every command of this folder speaks through. */
import { execFileSync } from 'node:child_process';

/** Its answer to a command with `--format=json`. @throws with what it said */
export function askGcloud(args: readonly string[]): unknown {
  const text = execFileSync('gcloud', [...args, '--format=json', '--quiet'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(text || 'null');
}

/** @throws when it ends with a failure */
export function runGcloud(args: readonly string[]): void {
  execFileSync('gcloud', [...args, '--quiet'], { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** As it would be typed. */
export const commandLine = (args: readonly string[]): string =>
  ['gcloud', ...args]
    .map((each) => (/^[\w./:@%=,+-]+$/.test(each) ? each : `'${each.replaceAll("'", "'\\''")}'`))
    .join(' ');

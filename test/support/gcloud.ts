/** A program called gcloud that replaces the real one and prints prepared answers. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface RecordedGcloud {
  /** A PATH that starts with the program. */
  path: string;
  /** Sets the answers (text, or else JSON) by the beginning of the command; null makes it fail, like an unknown command. */
  record(answers: Record<string, unknown>): Promise<void>;
  /** Every command so far, one line each. */
  calls(): Promise<string[]>;
  remove(): Promise<void>;
}

/** As gcloud describes the queue of jobs. */
export const WELL_QUEUE = {
  state: 'RUNNING',
  rateLimits: { maxBurstSize: 10, maxConcurrentDispatches: 20, maxDispatchesPerSecond: 50 },
  retryConfig: { maxAttempts: 5, maxBackoff: '30s', maxDoublings: 5, minBackoff: '1s' },
};

export async function recordGcloud(): Promise<RecordedGcloud> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-gcloud-'));
  const called = join(folder, 'calls');
  await writeFile(called, '');
  const record = async (answers: Record<string, unknown>) => {
    const cases = await Promise.all(
      Object.entries(answers).map(async ([command, answer], at) => {
        const file = join(folder, `${at}.json`);
        await writeFile(file, typeof answer === 'string' ? answer : JSON.stringify(answer));
        return answer === null ? '' : `"${command} "*) cat '${file}' ;;`;
      }),
    );
    const otherwise = '*) echo "ERROR: (gcloud) not recorded: $*" >&2; exit 1 ;;';
    // Whoever sends it a text must be able to write all of it: a pipe that closes early is EPIPE for the writer.
    const read = 'case "$* " in *" - "*) cat > /dev/null ;; esac';
    const script = `#!/bin/sh\necho "$*" >> '${called}'\n${read}\ncase "$* " in\n${[...cases, otherwise].join('\n')}\nesac\n`;
    await writeFile(join(folder, 'gcloud'), script);
    await chmod(join(folder, 'gcloud'), 0o755);
  };
  await record({});
  const path = [folder, process.env.PATH].join(delimiter);
  const calls = async () => (await readFile(called, 'utf8')).split('\n').filter(Boolean);
  return { path, record, calls, remove: () => rm(folder, { recursive: true }) };
}

/** A program called gcloud that answers what was written down for it, in the place of the real one. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface RecordedGcloud {
  /** A PATH with the program first. */
  path: string;
  /** Answers from now on, by the beginning of the command; null: it fails. Others fail too, as an unknown command does. */
  record(answers: Record<string, unknown>): Promise<void>;
  /** Every command so far, as one line each. */
  calls(): Promise<string[]>;
  remove(): Promise<void>;
}

export async function recordGcloud(): Promise<RecordedGcloud> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-gcloud-'));
  const called = join(folder, 'calls');
  await writeFile(called, '');
  const record = async (answers: Record<string, unknown>) => {
    const cases = await Promise.all(
      Object.entries(answers).map(async ([command, answer], at) => {
        const file = join(folder, `${at}.json`);
        await writeFile(file, JSON.stringify(answer));
        return answer === null ? '' : `"${command} "*) cat '${file}' ;;`;
      }),
    );
    const otherwise = '*) echo "ERROR: (gcloud) not recorded: $*" >&2; exit 1 ;;';
    const script = `#!/bin/sh\necho "$*" >> '${called}'\ncase "$* " in\n${[...cases, otherwise].join('\n')}\nesac\n`;
    await writeFile(join(folder, 'gcloud'), script);
    await chmod(join(folder, 'gcloud'), 0o755);
  };
  await record({});
  const path = [folder, process.env.PATH].join(delimiter);
  const calls = async () => (await readFile(called, 'utf8')).split('\n').filter(Boolean);
  return { path, record, calls, remove: () => rm(folder, { recursive: true }) };
}

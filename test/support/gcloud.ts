/** A program called gcloud that answers what was written down for it, in the place of the real one. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface RecordedGcloud {
  /** A PATH with the program first. */
  path: string;
  /** Answers from now on, by the beginning of the command; null: it fails. Others fail too, as an unknown command does. */
  record(answers: Record<string, unknown>): Promise<void>;
  remove(): Promise<void>;
}

export async function recordGcloud(): Promise<RecordedGcloud> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-gcloud-'));
  const record = async (answers: Record<string, unknown>) => {
    const cases = await Promise.all(
      Object.entries(answers).map(async ([command, answer], at) => {
        const file = join(folder, `${at}.json`);
        await writeFile(file, JSON.stringify(answer));
        return answer === null ? '' : `"${command} "*) cat '${file}' ;;`;
      }),
    );
    const otherwise = '*) echo "ERROR: (gcloud) not recorded: $*" >&2; exit 1 ;;';
    const script = `#!/bin/sh\ncase "$* " in\n${[...cases, otherwise].join('\n')}\nesac\n`;
    await writeFile(join(folder, 'gcloud'), script);
    await chmod(join(folder, 'gcloud'), 0o755);
  };
  await record({});
  const path = [folder, process.env.PATH].join(delimiter);
  return { path, record, remove: () => rm(folder, { recursive: true }) };
}

/** Gives the sample a version and what two models say of it, as a person would from a shell. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '../../client/src/command/connect.ts';
import { emailOf, PASSWORD, RUNS_DATASET, RUNS_FILE } from './names.ts';
import type { SampleRun } from './runs.ts';

/** @param site address of the console @param sample folder of the sample data @throws SightlineError */
export async function sendSampleRuns(site: string, sample: string): Promise<void> {
  const made = JSON.parse(await readFile(join(sample, RUNS_FILE), 'utf8')) as SampleRun[];
  const account = { SIGHTLINE_EMAIL: emailOf('owner'), SIGHTLINE_PASSWORD: PASSWORD };
  const service = await connect({}, { SIGHTLINE_SITE: site, ...account });
  const { runs, versions } = service.datasets(RUNS_DATASET);
  const { number: trainedOn } = await versions.make({ name: 'Sample', test: 40, validation: 20 });
  for (const { name, model, predictions } of made) {
    const { number } = await runs.make({ name, model, trainedOn, live: true });
    await runs.predict(number, predictions);
    await runs.close(number);
  }
}

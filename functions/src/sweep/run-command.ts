import type { Completed } from './complete.ts';
import { HELP, readOptions, type SweepOptions } from './options.ts';
import { nameOfTarget, targetOf } from './target.ts';

type Say = (line: string) => void;

/**
 * @returns the exit status
 * @throws one sentence for an unknown option or a wrong value
 */
export async function runCommand(args: readonly string[], say: Say): Promise<number> {
  const options = readOptions(args);
  if (!options.help) return run(options, say);
  say(HELP);
  return 0;
}

async function run(options: SweepOptions, say: Say): Promise<number> {
  // Before the imports: clients read these variables when they are created.
  Object.assign(process.env, targetOf(process.env, options.project));
  const [{ projectId }, { sweep }, { makeLooks }, { makeFields }] = await Promise.all([
    import('../common/config.ts'),
    import('./run.ts'),
    import('./looks.ts'),
    import('./fields.ts'),
  ]);
  say(`Sweeping ${nameOfTarget(projectId(), process.env)}${options.isDry ? ', only looking' : ''} ...`);
  if (options.looks) return sayLooks(await makeLooks(options.isDry, say), options, say);
  if (options.fields) return sayFields(await makeFields(options.isDry, say), options, say);
  const { found, repaired, lost } = await sweep(options, say);
  if (found === 0) say('Nothing is left over.');
  else if (options.isDry) say(`${found} left over, nothing changed (--dry-run).`);
  else say(`${found} left over, ${repaired} repaired.`);
  if (lost > 0) say(lostText(lost));
  return options.isDry || found === repaired ? 0 : 1;
}

const lostText = (lost: number): string =>
  `${lost} ${lost === 1 ? 'image has' : 'images have'} no file. Records and labels stay, marked as lost: csv and versions leave them out.
Bring the files back from soft delete or the backup's bucket, under the names above (docs/operate/runbook.md, Lost files), and sweep again. --remove-lost removes the records with their labels.`;

function sayLooks({ missing, made }: Completed, { isDry }: SweepOptions, say: Say): number {
  if (missing === 0) say('All images have looks.');
  else if (isDry) say(`${missing} images have no look, nothing changed (--dry-run).`);
  else say(`${missing} images had no look, ${made} have one now.`);
  return isDry || missing === made ? 0 : 1;
}

function sayFields({ missing, made }: Completed, { isDry }: SweepOptions, say: Say): number {
  if (missing === 0) say('All images have the fields of lists.');
  else if (isDry) say(`${missing} images lack fields of lists, nothing changed (--dry-run).`);
  else say(`${missing} images lacked fields of lists, ${made} have them now.`);
  return 0;
}

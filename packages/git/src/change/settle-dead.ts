import type { Repository } from '../repository.ts';
import { readHolder } from '../storage/lock-file.ts';
import { fateOf } from '../storage/lock-holder.ts';
import { changing } from './changing.ts';
import { readJournal } from './journal.ts';
import { indexPath } from './scratch.ts';

/** Runs before an operation: the change of a killed process is finished or undone first. */
export async function settleDead(repository: Repository): Promise<void> {
  if (readJournal(repository) === undefined) return;
  const holder = readHolder(`${indexPath(repository)}.lock`);
  if (holder === undefined || fateOf(holder, repository.options.fence) !== 'dead') return;
  await changing(repository, async () => undefined);
}

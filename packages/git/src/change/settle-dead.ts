import type { Repository } from '../repository.ts';
import { readHolder } from '../storage/lock-file.ts';
import { isProvenDead } from '../storage/lock-holder.ts';
import { changing } from './changing.ts';
import { indexPath } from './scratch.ts';

/** Runs before every operation, including reads: if there is a journal of a killed process, it is settled first. */
export async function settleDead(repository: Repository): Promise<void> {
  const holder = readHolder(`${indexPath(repository)}.lock`);
  if (holder !== undefined && !isProvenDead(holder)) return;
  await changing(repository, async () => undefined);
}

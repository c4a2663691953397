import type { Repository } from '../repository.ts';
import { parentReader, reach } from './reach.ts';

/** The best common ancestors: one as a rule, several after criss-cross merges, none for unrelated histories. */
export async function mergeBases(repository: Repository, ours: string, theirs: string): Promise<string[]> {
  const { commits } = repository.caches;
  const parents = parentReader(repository);
  const mine = await reach(repository, [ours]);
  const other = await reach(repository, [theirs]);
  const common = [...mine].filter((number) => other.has(number));
  // What lies between two common ancestors is common too, so only those that are nobody's parent here are the best.
  const older = new Set(common.flatMap((number) => parents(number)));
  return common.filter((number) => !older.has(number)).map((number) => commits.oids[number] ?? '');
}

import type { Repository } from '../repository.ts';
import { readRefs } from './read-refs.ts';

/** The name itself, or with `-2`, `-3`, ... behind it where it is taken (Contract 7). */
export function freeBranchName(repository: Repository, wanted: string): string {
  const taken = readRefs(repository);
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    if (!taken.has(`refs/heads/${name}`)) return name;
  }
}

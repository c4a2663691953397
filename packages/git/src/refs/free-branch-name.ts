import type { Refs } from './read-refs.ts';

/** The name itself, or with the suffix `-2`, `-3`, ... if it is taken (Contract 7). */
export function freeBranchName(refs: Refs, wanted: string): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    if (!refs.has(`refs/heads/${name}`)) return name;
  }
}

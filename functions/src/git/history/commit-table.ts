/**
 * Commits by number: parents and dates of every commit met so far, so that walks are integer work. Filled from the
 * objects as they are asked for; an object never changes, so a row never does.
 */
import { GitFault } from '../git-fault.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { Repository } from '../repository.ts';

const LINE = 'parent '.length + 41;

export class CommitTable {
  readonly #numbers = new Map<string, number>();
  readonly oids: string[] = [];
  readonly trees: string[] = [];
  /** Committer dates, seconds since 1970. */
  readonly times: number[] = [];
  /** Numbers of the parents, or undefined for a commit that was named but not yet read. */
  readonly #parents: (readonly number[] | undefined)[] = [];

  number(oid: string): number {
    const known = this.#numbers.get(oid);
    if (known !== undefined) return known;
    const number = this.oids.length;
    this.#numbers.set(oid, number);
    this.oids.push(oid);
    this.trees.push('');
    this.times.push(0);
    this.#parents.push(undefined);
    return number;
  }

  /** Reads the commit where that was not done yet. */
  parents(objects: ObjectStore, number: number): readonly number[] {
    const known = this.#parents[number];
    if (known !== undefined) return known;
    const body = objects.readAs(this.oids[number] ?? '', 'commit');
    const parents = this.#parse(body, number);
    this.#parents[number] = parents;
    return parents;
  }

  #parse(body: Buffer, number: number): number[] {
    this.trees[number] = body.toString('latin1', 5, 45);
    const parents: number[] = [];
    let at = 46;
    for (; body.toString('latin1', at, at + 7) === 'parent '; at += LINE)
      parents.push(this.number(body.toString('latin1', at + 7, at + 47)));
    const start = body.indexOf('\ncommitter ', at - 1) + 1;
    const line = body.toString('latin1', start, body.indexOf(10, start));
    const time = / (-?\d+) [+-]\d{4}$/.exec(line)?.[1];
    if (time === undefined) throw new GitFault('git_corrupt', { what: `commit ${this.oids[number]}` });
    this.times[number] = Number(time);
    return parents;
  }
}

export function treeOf(repository: Repository, commit: string): string {
  const { commits } = repository.caches;
  const number = commits.number(commit);
  commits.parents(repository.objects, number);
  return commits.trees[number] ?? '';
}

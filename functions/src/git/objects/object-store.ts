/** Objects of a repository: loose ones, packs, and those of alternates. Reading only; writing is `write-objects.ts`. */
import { readdirSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { GitCaches } from '../caches.ts';
import { GitFault } from '../git-fault.ts';
import { isAbsent } from '../storage/error-code.ts';
import { readOptional, readOptionalText } from '../storage/read-optional.ts';
import type { GitObject, ObjectType } from './git-object.ts';
import { Pack } from './pack.ts';

export class ObjectStore {
  readonly directory: string;
  readonly #directories: readonly string[];
  readonly #packs: Map<string, Pack>;
  #looked = false;

  constructor(directory: string, caches: Pick<GitCaches, 'packs'>) {
    this.directory = directory;
    this.#directories = [directory, ...alternates(directory, 0)];
    this.#packs = caches.packs;
  }

  /** @throws GitFault `git_corrupt` where the object is missing or damaged. */
  read(oid: string): GitObject {
    const found = this.find(oid);
    if (found === undefined) throw new GitFault('git_corrupt', { what: `object ${oid} is missing` });
    return found;
  }

  /** @throws GitFault `git_corrupt` also where it is of another type. */
  readAs(oid: string, type: ObjectType): Buffer {
    const found = this.read(oid);
    if (found.type !== type) throw new GitFault('git_corrupt', { what: `object ${oid} is no ${type}` });
    return found.body;
  }

  find(oid: string): GitObject | undefined {
    const name = Buffer.from(oid, 'hex');
    if (name.length !== 20) return undefined;
    return (
      this.#readPacked(name) ??
      this.#readLoose(oid) ??
      (this.#lookAgain() ? this.#readPacked(name) : undefined)
    );
  }

  has(oid: string): boolean {
    const name = Buffer.from(oid, 'hex');
    return this.#isPacked(name) || this.#isLoose(oid) || (this.#lookAgain() && this.#isPacked(name));
  }

  /** True where a pack has the object: then it needs no loose file, and stays for as long as the pack. */
  hasPacked(oid: string): boolean {
    return this.#isPacked(Buffer.from(oid, 'hex'));
  }

  /** Looks at the packs that stand on the disk now, so that `has` speaks of no pack that was removed. */
  refresh(): void {
    this.#lookAgain();
  }

  /** Names of all objects that begin with these hex digits, 4 or more. */
  complete(digits: string): string[] {
    this.#lookAgain();
    const found = new Set<string>();
    const prefix = Buffer.from(digits.slice(0, digits.length & ~1), 'hex');
    for (const pack of this.#packs.values()) for (const name of pack.names(prefix, digits)) found.add(name);
    for (const directory of this.#directories) {
      const rest = listOptional(join(directory, digits.slice(0, 2)));
      for (const name of rest)
        if (digits.slice(0, 2) + name.slice(0, digits.length - 2) === digits)
          found.add(digits.slice(0, 2) + name);
    }
    return [...found].filter((name) => name.length === 40);
  }

  #readPacked(name: Buffer): GitObject | undefined {
    this.#lookOnce();
    for (const pack of this.#packs.values()) {
      const offset = pack.find(name);
      if (offset !== undefined) return pack.read(offset, (oid) => this.read(oid));
    }
    return undefined;
  }

  #isPacked(name: Buffer): boolean {
    this.#lookOnce();
    for (const pack of this.#packs.values()) if (pack.find(name) !== undefined) return true;
    return false;
  }

  #isLoose(oid: string): boolean {
    return this.#directories.some(
      (directory) => statSync(loosePath(directory, oid), { throwIfNoEntry: false }) !== undefined,
    );
  }

  #readLoose(oid: string): GitObject | undefined {
    for (const directory of this.#directories) {
      const raw = readOptional(loosePath(directory, oid));
      if (raw !== undefined) return parseLoose(raw, oid);
    }
    return undefined;
  }

  #lookOnce(): void {
    if (!this.#looked && this.#packs.size === 0) this.#lookAgain();
  }

  /** Finds packs made since, drops those that are gone. True where there is a new one. */
  #lookAgain(): boolean {
    this.#looked = true;
    const present = new Set(this.#directories.flatMap(listPacks));
    for (const [path, pack] of this.#packs) {
      if (present.has(path)) continue;
      this.#packs.delete(path);
      pack.close();
    }
    const fresh = [...present].filter((path) => !this.#packs.has(path));
    for (const path of fresh) this.#open(path);
    return fresh.length > 0;
  }

  #open(path: string): void {
    try {
      this.#packs.set(path, new Pack(path));
    } catch (error) {
      // A pack may go between the listing and the opening, when native git repacks.
      if (!isAbsent(error)) throw error;
    }
  }
}

export const loosePath = (directory: string, oid: string): string =>
  join(directory, oid.slice(0, 2), oid.slice(2));

function listOptional(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

function listPacks(directory: string): string[] {
  const names = new Set(listOptional(join(directory, 'pack')));
  const whole = [...names].filter((name) => name.endsWith('.idx') && names.has(`${name.slice(0, -4)}.pack`));
  return whole.map((name) => join(directory, 'pack', name.slice(0, -4)));
}

const DEEPEST_ALTERNATE = 5;

function alternates(directory: string, depth: number): string[] {
  const text =
    depth > DEEPEST_ALTERNATE ? undefined : readOptionalText(join(directory, 'info', 'alternates'));
  const named = (text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const paths = named.map((line) => (isAbsolute(line) ? line : join(directory, line)));
  return paths.flatMap((path) => [path, ...alternates(path, depth + 1)]);
}

function parseLoose(raw: Buffer, oid: string): GitObject {
  try {
    const whole = inflateSync(raw);
    const end = whole.indexOf(0);
    const [type, size] = whole.toString('latin1', 0, end).split(' ');
    const body = whole.subarray(end + 1);
    if (isObjectType(type) && Number(size) === body.length) return { type, body };
  } catch {
    // the fault below says all that a caller can use
  }
  throw new GitFault('git_corrupt', { what: `object ${oid} cannot be read` });
}

const isObjectType = (type: string | undefined): type is ObjectType =>
  type === 'commit' || type === 'tree' || type === 'blob' || type === 'tag';

/**
 * One `git cat-file` process per repository in use, so that looking up objects and names needs no process each. It ends
 * shortly after the last request.
 */
import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { GitFault } from '../git-fault.ts';
import type { Repository } from '../repository.ts';
import { LruCache } from './lru.ts';
import { startGit } from './run-git.ts';

/** Idle milliseconds before it ends. */
const IDLE = 3_000;
/** Timeout of one answer in milliseconds. */
const LONGEST = 60_000;
/** Maximum bytes of an object in memory. */
const LARGEST = 32 * 1_024 * 1_024;

export interface FoundObject {
  oid: string;
  type: string;
  size: number;
}

interface Answer {
  found: FoundObject | 'missing' | 'ambiguous';
  content: Buffer;
}

interface Question {
  wantsContent: boolean;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

class CatFile {
  readonly #child: ChildProcess;
  readonly #questions: Question[] = [];
  #buffer: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #wanted = 0;
  #idle: NodeJS.Timeout | undefined;
  isOpen = true;

  constructor(repository: Repository) {
    const around = { profile: repository.profile, directory: repository.dir };
    this.#child = startGit(['cat-file', '--batch-command'], around);
    this.#child.stdout?.on('data', (part: Buffer) => this.#take(part));
    this.#child.stderr?.resume();
    this.#child.stdin?.on('error', () => undefined);
    this.#child.on('error', () => this.close());
    this.#child.on('close', () => this.close());
  }

  ask(command: 'info' | 'contents', name: string): Promise<Answer> {
    this.#wait(LONGEST);
    return new Promise((resolve, reject) => {
      this.#questions.push({ wantsContent: command === 'contents', resolve, reject });
      this.#child.stdin?.write(`${command} ${name}\n`);
    });
  }

  close(): void {
    this.isOpen = false;
    clearTimeout(this.#idle);
    this.#child.stdin?.end();
    for (const question of this.#questions.splice(0)) question.reject(new CatFileClosed());
  }

  /** While idle, it does not keep Node's process alive. */
  #wait(ms: number): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(
      () => (this.#questions.length > 0 ? this.#child.kill('SIGKILL') : this.close()),
      ms,
    );
    const handles = [
      this.#idle,
      this.#child,
      this.#child.stdin,
      this.#child.stdout,
      this.#child.stderr,
    ] as Held[];
    for (const handle of handles) handle[ms === IDLE ? 'unref' : 'ref']();
  }

  #take(part: Buffer): void {
    this.#parts.push(part);
    this.#wanted -= part.length;
    if (this.#wanted > 0) return;
    this.#buffer = Buffer.concat([this.#buffer, ...this.#parts]);
    this.#parts = [];
    while (this.#answer());
    if (this.isOpen && this.#questions.length === 0) this.#wait(IDLE);
  }

  #answer(): boolean {
    const [question] = this.#questions;
    const end = this.#buffer.indexOf(10);
    if (question === undefined || end < 0) return false;
    const line = this.#buffer.toString('utf8', 0, end);
    const found = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(line);
    const size = found !== null && question.wantsContent ? Number(found[3]) + 1 : 0;
    if (size > LARGEST) return this.#giveUp(question);
    const whole = end + 1 + size;
    if (this.#buffer.length < whole) {
      this.#wanted = whole - this.#buffer.length;
      return false;
    }
    const content = this.#buffer.subarray(end + 1, Math.max(end + 1, whole - 1));
    this.#buffer = this.#buffer.subarray(whole);
    this.#questions.shift();
    const [, oid = '', type = '', bytes = '0'] = found ?? [];
    if (found !== null) question.resolve({ found: { oid, type, size: Number(bytes) }, content });
    else question.resolve({ found: line.endsWith(' ambiguous') ? 'ambiguous' : 'missing', content });
    return true;
  }

  /** The process would go on with the content, so it ends; other questions are asked again. */
  #giveUp(question: Question): boolean {
    this.#questions.shift();
    question.reject(new GitFault('git_too_large'));
    this.#child.kill('SIGKILL');
    this.close();
    return false;
  }
}

interface Held {
  ref(): void;
  unref(): void;
}

class CatFileClosed extends Error {}

const open = new LruCache<string, CatFile>(4, (dropped) => dropped.close());

/** Another repository in the same place gets its own process. */
function catFileOf(repository: Repository): CatFile {
  const { dev, ino, birthtimeMs } = statSync(repository.gitdir);
  const key = `${repository.profile} ${repository.gitdir} ${dev} ${ino} ${birthtimeMs}`;
  const known = open.get(key);
  if (known?.isOpen) return known;
  const made = new CatFile(repository);
  open.set(key, made);
  return made;
}

async function ask(repository: Repository, command: 'info' | 'contents', name: string): Promise<Answer> {
  // The rest would be further questions, whose answers nobody expects. Paths of a tree may contain one.
  if (name.includes('\n')) return { found: 'missing', content: Buffer.alloc(0) };
  for (let tries = 3; tries > 0; tries--)
    try {
      return await catFileOf(repository).ask(command, name);
    } catch (error) {
      // It may have ended at the same moment.
      if (!(error instanceof CatFileClosed)) throw error;
    }
  throw new GitFault('git_corrupt', { what: 'an object cannot be read' });
}

/** @param name full revision (`refs/heads/x^{commit}`), or digits of a hash */
export async function findObject(
  repository: Repository,
  name: string,
): Promise<FoundObject | 'missing' | 'ambiguous'> {
  return (await ask(repository, 'info', name)).found;
}

/** Null if there is none of that name, or more than one. */
export async function findOid(repository: Repository, name: string): Promise<string | null> {
  const found = await findObject(repository, name);
  return typeof found === 'string' ? null : found.oid;
}

/** The content of a blob or a tree. @param oid full hash. @throws GitFault `git_corrupt`, `git_too_large` */
export async function readBlob(repository: Repository, oid: string): Promise<Buffer> {
  const { found, content } = await ask(repository, 'contents', oid);
  if (typeof found === 'string' || found.oid !== oid)
    throw new GitFault('git_corrupt', { what: `object ${oid} is missing` });
  return content;
}

/** The bytes of a tree; null if there is none, or it has more than `most`. @param name of it, or of a commit with `^{tree}` */
export async function readTree(repository: Repository, name: string, most: number): Promise<Buffer | null> {
  const found = await findObject(repository, name);
  if (typeof found === 'string' || found.type !== 'tree' || found.size > most) return null;
  return readBlob(repository, found.oid);
}

/** Its content as text, or null if it is larger than `most` bytes. @throws GitFault `git_corrupt` */
export async function readSmallText(
  repository: Repository,
  oid: string,
  most: number,
): Promise<string | null> {
  const found = await findObject(repository, oid);
  if (typeof found !== 'string' && found.size > most) return null;
  return (await readBlob(repository, oid)).toString('utf8');
}

/** Ends all processes. For shutdown, and for measurements of a first call. */
export const closeCatFiles = (): void => open.clear();

/** Commit objects, parsed and written. */
import type { Person } from '../repository.ts';
import type { ObjectStore } from './object-store.ts';

export interface Signature extends Person {
  /** Seconds since 1970. */
  time: number;
  /** Minutes east of Greenwich. */
  offset: number;
}

export interface Commit {
  hash: string;
  tree: string;
  parents: string[];
  author: Signature;
  committer: Signature;
  /** Without the line feed at its end. */
  message: string;
}

export function readCommit(objects: ObjectStore, hash: string): Commit {
  return parseCommit(hash, objects.readAs(hash, 'commit'));
}

export function parseCommit(hash: string, body: Buffer): Commit {
  const end = body.indexOf('\n\n');
  const head = body.toString('utf8', 0, end < 0 ? body.length : end).split('\n');
  const value = (key: string): string =>
    head.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1) ?? '';
  return {
    hash,
    tree: value('tree'),
    parents: head.filter((line) => line.startsWith('parent ')).map((line) => line.slice(7)),
    author: parseSignature(value('author')),
    committer: parseSignature(value('committer')),
    message: decodeMessage(end < 0 ? Buffer.alloc(0) : body.subarray(end + 2), value('encoding')),
  };
}

function decodeMessage(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding || 'utf-8').decode(bytes).replace(/\n+$/, '');
  } catch {
    return bytes.toString('latin1').replace(/\n+$/, '');
  }
}

function parseSignature(text: string): Signature {
  const found = /^(.*?) ?<([^>]*)> (-?\d+) ([+-])(\d\d)(\d\d)$/.exec(text);
  if (found === null) return { name: text, email: '', time: 0, offset: 0 };
  const [, name = '', email = '', time, sign, hours, minutes] = found;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return { name, email, time: Number(time), offset };
}

/** ISO 8601 with the author's own offset, as `git log --format=%aI` gives it. */
export function isoDate({ time, offset }: Signature): string {
  const local = new Date((time + offset * 60) * 1_000);
  const stamp = Number.isNaN(local.getTime()) ? '1970-01-01T00:00:00' : local.toISOString().slice(0, 19);
  return offset === 0 ? `${stamp}Z` : `${stamp}${formatOffset(offset, ':')}`;
}

function formatOffset(offset: number, between: string): string {
  const size = Math.abs(offset);
  const pair = (value: number): string => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${pair(Math.floor(size / 60))}${between}${pair(size % 60)}`;
}

/** Now, in the machine's own offset. Characters that would break the line are left out, as git does. */
export function signNow(person: Person, now = new Date()): Signature {
  const clean = (text: string): string => text.replace(/[<>\n\0]/g, '').trim();
  return {
    name: clean(person.name),
    email: clean(person.email),
    time: Math.floor(now.getTime() / 1_000),
    offset: -now.getTimezoneOffset(),
  };
}

const formatSignature = (who: Signature): string =>
  `${who.name} <${who.email}> ${who.time} ${formatOffset(who.offset, '')}`;

export function formatCommit(commit: Omit<Commit, 'hash'>): Buffer {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${formatSignature(commit.author)}`,
    `committer ${formatSignature(commit.committer)}`,
  ];
  return Buffer.from(`${lines.join('\n')}\n\n${commit.message.replace(/\n*$/, '\n')}`);
}

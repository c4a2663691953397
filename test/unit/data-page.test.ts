/**
 * docs/internals/data.md names what the code and the rules name, no more and no less; test/emulator/data-page.test.ts compares fields.
 * @covers docs/internals/data.md: every collection, rule, object and live path; every field of a record
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { PAGES, withTables } from '../../tools/write-data.ts';
import { sectionsOf } from '../support/data-page.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

const textsOf = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).map(read);
const FUNCTIONS = textsOf('functions/src/**/*.ts');
const SOURCES = [...FUNCTIONS, ...textsOf('web/src/**/*.ts'), ...textsOf('deploy/**/*.ts')];
const sections = sectionsOf(read('docs/internals/data.md'));

const found = (pattern: RegExp, texts: readonly string[] = SOURCES): string[] =>
  texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, name]) => name as string));
const sorted = (all: Iterable<string>): string[] => [...new Set(all)].sort();

/** The last collection of a path: `dataset/{dataset}/tag/{tag}` is in `tag`. */
const collectionOf = (path: string): string => path.split('/').at(-2) as string;

test('its tables are those of the described records: npm run data-page', () => {
  const page = read('docs/internals/data.md');
  expect(page).toBe(withTables(page));
  const forgotten = page.replace(/^\| `detector` .*\n/m, '');
  expect(withTables(forgotten)).toBe(page);
});

test('every collection that code names is on the page, and no other', () => {
  const named = found(/\.collection(?:Group)?\(\s*(?:firestore,\s*)?['`]([^'`]+)['`]/g).map(
    (path) => path.split('/').at(-1) as string,
  );
  const documents = found(/\.doc\('(\w+\/[\w-]+)'\)/g).map(collectionOf);
  const documented = sections.flatMap(({ paths }) => paths.map(collectionOf));
  expect(sorted([...named, ...documents])).toEqual(sorted(documented));
});

/** Paths of the rules for Firestore, without the one that closes everything else. */
function rulePaths(): string[] {
  const open: string[] = [];
  const paths: string[] = [];
  for (const line of read('rules/firestore.rules').split('\n')) {
    const [, path] = /^\s*match (\/\S+) \{$/.exec(line) ?? [];
    if (path !== undefined) paths.push([...open, path].join(''));
    if (line.trimEnd().endsWith('{')) open.push(path ?? '');
    else if (line.trim() === '}') open.pop();
  }
  const top = '/databases/{database}/documents';
  return paths.flatMap((path) => (path.startsWith(`${top}/`) ? [path.slice(top.length)] : []));
}

test('every rule is named where its records are described, and records without one are said to be closed', () => {
  const rules = rulePaths().filter((path) => path !== '/{document=**}');
  expect(rules.length).toBeGreaterThan(5);
  expect(sorted(sections.flatMap((section) => section.rules))).toEqual(sorted(rules));
  for (const { paths, rules: own, isClosed } of sections) {
    expect([paths, isClosed]).toEqual([paths, own.length === 0]);
    expect(own.map((rule) => rule.replace(/\{\w+\}/g, '{}'))).toEqual(
      own.length === 0 ? [] : paths.map((path) => `/${path.replace(/\{\w+\}/g, '{}')}`),
    );
  }
});

/** First cells of the table below a heading, without their backticks. */
function firstCells(heading: string): string[] {
  const [, text = ''] = read('docs/internals/data.md').split(`## ${heading}\n`);
  return found(/^\| `([^`]+)` \|/gm, [text.split('\n## ')[0] as string]);
}

test('every name of an object that code makes is on the page', () => {
  const shape = (path: string) => path.replace(/\$?\{[^}]*\}/g, '{}');
  // A path below `tag` is a reference of Firestore.
  const made = found(/`((?:dataset|archive|import|run)\/\$\{[^`]*)`/g, FUNCTIONS)
    .map(shape)
    .filter((path) => !path.startsWith('dataset/{}/tag/'));
  const documented = firstCells('Cloud Storage').map(shape);
  expect(made.length).toBeGreaterThan(5);
  expect(made.filter((path) => !documented.some((known) => known.startsWith(path)))).toEqual([]);
  expect(documented.filter((known) => !made.some((path) => known.startsWith(path)))).toEqual([]);
});

test('every path of the live state is on the page', () => {
  const { rules } = JSON.parse(read('rules/database.rules.json')) as { rules: object };
  const ruled = Object.keys(rules).filter((name) => !name.startsWith('.'));
  const named = found(/`(\w+)\/\$\{key\}/g, [read('functions/src/common/adapters/live-state.ts')]);
  const documented = firstCells('Realtime Database').map((path) => path.split('/')[0] as string);
  expect(sorted(documented)).toEqual(sorted([...ruled, ...named]));
});

test.each(PAGES)('the tables of %s are those that its sources describe', (name, write) => {
  const text = read(name);
  expect(write(text)).toBe(text);
});

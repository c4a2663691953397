/**
 * Everything that code, tests and pages cite ("Spec 4.1", "Contract 7", "Facts: Firestore") exists in docs/.
 * @covers What is cited exists: sections, and rows of the contract's tables
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

const FILES = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md', '*.rules'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((name) => name !== 'test/process/references.test.ts');

/** The numbers or titles of a page's headings. */
const headings = (page: string, pattern: RegExp): Set<string> =>
  new Set(Array.from(read(page).matchAll(pattern), ([, name]) => name as string));

const KNOWN = {
  Spec: headings('docs/specification.md', /^#{2,3} (\d+(?:\.\d+)?)[. ]/gm),
  Contract: headings('docs/contract.md', /^## (\d+)\. /gm),
  Facts: headings('docs/internals/platform-facts.md', /^## (.+)$/gm),
};
type Law = keyof typeof KNOWN;

const NUMBER = String.raw`\d+(?:\.\d+)?(?![\w-])`;
const NUMBERED = new RegExp(
  String.raw`\b(Spec|Contract)s? (${NUMBER}(?:(?:,? and|,| to) ${NUMBER}(?! [a-z]))*)`,
  'g',
);
/** A row of a table of the contract: "Contract 9: PATCH images" is PATCH of a path that ends with `images`. */
const METHODS = '(?:GET|POST|PUT|PATCH|DELETE)';
const ROW = new RegExp(String.raw`\bContract (\d+): (${METHODS}) ([a-z][a-z/-]*[a-z])`, 'g');
const NAMED = /\b(Facts): ([A-Z][\w, ]*?)(?=[).;*]|$)/gm;

/** Every citation in a text. */
function citations(text: string): [Law, string][] {
  const numbered = Array.from(text.matchAll(NUMBERED), ([, law, numbers]) =>
    Array.from((numbers as string).matchAll(/\d+(?:\.\d+)?/g), ([number]) => [law, number] as [Law, string]),
  );
  const named = Array.from(text.matchAll(NAMED), ([, law, title]) => [law, title] as [Law, string]);
  return [...numbered.flat(), ...named];
}

/** Rows that a text cites: the section, the method, and how the path ends. */
const rowsCited = (text: string): string[][] =>
  Array.from(text.matchAll(ROW), ([, section, method, end]) => [section, method, end] as string[]);

/** Methods and paths of each section of the contract, as `9 PATCH /dataset/images`: without what differs from call to call. */
function rowsOf(contract: string): Set<string> {
  const group = new RegExp(String.raw`(${METHODS}(?:(?:,| and) ${METHODS})*) ((?:\`[^\`]+\`(?:, )?)+)`, 'g');
  const named = contract.split(/^## /m).flatMap((section) => {
    const number = Number.parseInt(section, 10);
    const rows = section.split('\n').filter((line) => line.startsWith('| '));
    return Array.from(rows.join('\n').matchAll(group), ([, methods = '', paths = '']) =>
      Array.from(methods.matchAll(/[A-Z]+/g), ([method]) =>
        Array.from(
          paths.matchAll(/`([^`?]+)[^`]*`/g),
          ([, path]) => `${number} ${method} ${bare(path as string)}`,
        ),
      ),
    );
  });
  return new Set(named.flat(2));
}

const bare = (path: string): string =>
  path
    .replace(/\[[^\]]*\]|\{[^}]*\}|\.{3}/g, '')
    .replace(/\/+/g, '/')
    .replace(/\/$/, '');

const rows = [...rowsOf(read('docs/contract.md'))];

test('a row of the contract is cited by its method and the end of its path', () => {
  expect(
    rowsCited('(Contract 9: PATCH images). Contract 9: masks. Contract 11: POST version/preview,'),
  ).toEqual([
    ['9', 'PATCH', 'images'],
    ['11', 'POST', 'version/preview'],
  ]);
  const table = '## 9. A\n| GET, POST `/dataset/{id}/tag[/{tag_id}]`, PUT and DELETE `.../members/...` |\n';
  expect([...rowsOf(table)]).toEqual([
    '9 GET /dataset/tag',
    '9 POST /dataset/tag',
    '9 PUT /members',
    '9 DELETE /members',
  ]);
});

test('every row that is cited exists', () => {
  const all = FILES.flatMap((name) => rowsCited(read(name)).map((row) => ({ name, row })));
  expect(all.length).toBeGreaterThan(40);
  const isThere = ([section, method, end]: string[]) =>
    rows.some((row) => row.startsWith(`${section} ${method} `) && row.endsWith(`/${end}`));
  expect(all.filter(({ row }) => !isThere(row))).toEqual([]);
});

test('a citation is read completely', () => {
  expect(citations('(Spec 2.1, 2.3; Contract 4 and 7), Facts: Firestore.')).toEqual([
    ['Spec', '2.1'],
    ['Spec', '2.3'],
    ['Contract', '4'],
    ['Contract', '7'],
    ['Facts', 'Firestore'],
  ]);
});

test('every citation of code, tests and pages resolves', () => {
  const all = FILES.flatMap((name) => citations(read(name)).map(([law, what]) => ({ name, law, what })));
  expect(all.length).toBeGreaterThan(400);
  expect(all.filter(({ law, what }) => !KNOWN[law].has(what))).toEqual([]);
});

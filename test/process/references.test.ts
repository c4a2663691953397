/** Everything that code, tests and pages cite ("Spec 4.1", "Contract 7", "Facts: Firestore") exists in docs/. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

/** The numbers or titles of a page's headings. */
const headings = (page: string, pattern: RegExp): Set<string> =>
  new Set(Array.from(read(page).matchAll(pattern), ([, name]) => name as string));

const KNOWN = {
  Spec: headings('docs/specification.md', /^#{2,3} (\d+(?:\.\d+)?)[. ]/gm),
  Contract: headings('docs/contract.md', /^## (\d+)\. /gm),
  Facts: headings('docs/platform-facts.md', /^## (.+)$/gm),
};
type Law = keyof typeof KNOWN;

const NUMBER = String.raw`\d+(?:\.\d+)?(?![\w-])`;
const NUMBERED = new RegExp(
  String.raw`\b(Spec|Contract)s? (${NUMBER}(?:(?:,? and|,| to) ${NUMBER}(?! [a-z]))*)`,
  'g',
);
const NAMED = /\b(Facts): ([A-Z][\w, ]*?)(?=[).;*]|$)/gm;

/** Every citation in a text. */
function citations(text: string): [Law, string][] {
  const numbered = Array.from(text.matchAll(NUMBERED), ([, law, numbers]) =>
    Array.from((numbers as string).matchAll(/\d+(?:\.\d+)?/g), ([number]) => [law, number] as [Law, string]),
  );
  const named = Array.from(text.matchAll(NAMED), ([, law, title]) => [law, title] as [Law, string]);
  return [...numbered.flat(), ...named];
}

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
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md', '*.rules'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((name) => name !== 'test/process/references.test.ts');
  const all = files.flatMap((name) => citations(read(name)).map(([law, what]) => ({ name, law, what })));
  expect(all.length).toBeGreaterThan(400);
  expect(all.filter(({ law, what }) => !KNOWN[law].has(what))).toEqual([]);
});

/**
 * Small texts that several pages put together: keys as they are printed, and who has made something.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { JOB_KINDS } from '../../packages/records/src/lists.ts';
import { byLine } from '../../web/src/app/places/by-line.ts';
import type { NameOf } from '../../web/src/data/records/people.ts';
import { de } from '../../web/src/text/de.ts';
import { en } from '../../web/src/text/en.ts';
import { keyLabel } from '../../web/src/ui/key-label.ts';

test.each([
  ['z', 'Z', 'Z'],
  ['Shift+d', 'Shift+D', 'Umschalt+D'],
  ['Ctrl+Enter', 'Ctrl+Enter', 'Strg+Eingabe'],
  ['Alt+Shift+ArrowDown', 'Alt+Shift+↓', 'Alt+Umschalt+↓'],
  ['Escape', 'Esc', 'Esc'],
  ['Space', 'Space', 'Leertaste'],
  ['+', '+', '+'],
])('the key %s is %s on an English keyboard and %s on a German one', (key, english, german) => {
  expect([keyLabel(key, en), keyLabel(key, de)]).toEqual([english, german]);
});

test.each([
  ['the service', '', () => 'Ada', 'by the service'],
  ['a person', 'uid', () => 'Ada', 'by Ada'],
  ['a program', 'program:4be0d41c32a1', () => null, 'by a program'],
  ['somebody who has left', 'uid', () => null, 'by somebody without a role here'],
  ['a person whose name is not read yet', 'uid', () => undefined, ''],
] as [string, string, NameOf, string][])('what %s has made says so', (_, by, nameOf, words) => {
  expect(byLine(by, nameOf, en)).toBe(words);
});

/** Each thing has one word. What others call it is not used. */
const GLOSSARY: readonly (readonly [thing: string, german: string, not: RegExp])[] = [
  ['a box', 'Rahmen', /\b(Box|Boxen)\b/],
  ['a set', 'Teilmenge', /\bSets?\b/],
  ['to label', 'beschriften', /\b(gelabelt|labeln|labelt)\b/],
  ['reviewed', 'geprüft', /[Gg]esichtet/],
  ['silent', 'verstummt', /\bschweigt\b/],
  ['accuracy', 'Genauigkeit', /accuracy: '(?!Genauigkeit)/],
  ['recall', 'Trefferquote', /Ausbeute/],
];

test.each(GLOSSARY)('%s is %s in German, everywhere', (_, word, not) => {
  const folder = join(import.meta.dirname, '../../web/src/text');
  const files = globSync('**/*de*.ts', { cwd: folder });
  const written = files.map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
  const lines = written.flatMap(([file, text]) => text.split('\n').map((line) => `${file}: ${line.trim()}`));
  expect(lines.filter((line) => not.test(line))).toEqual([]);
  expect(written.some(([, text]) => text.includes(word))).toBe(true);
});

test.each(JOB_KINDS)('a job of the kind %s has a name in both languages', (kind) => {
  expect([en.jobs.kinds[kind], de.jobs.kinds[kind]]).toEqual([expect.any(String), expect.any(String)]);
});

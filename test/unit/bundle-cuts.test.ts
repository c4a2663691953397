/**
 * Each cut of the bundle states what it saves, and its packages are pinned to the version for which it was made.
 * @covers Cold start: what is cut from the bundle, and for which version
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { CUTS } from '../../functions/bundle/cuts.ts';

const FUNCTIONS = resolve(import.meta.dirname, '../../functions');
const read = (name: string) => JSON.parse(readFileSync(resolve(FUNCTIONS, name), 'utf8'));
const { dependencies, overrides } = read('package.json') as Record<string, Record<string, string>>;
const { packages } = read('package-lock.json') as { packages: Record<string, { version: string }> };

test.each(CUTS.map((cut) => [cut.name, cut] as const))('%s', (_, { saves, packages: cut }) => {
  expect(saves).toMatch(/^\d+ %/);
  expect(Number.parseInt(saves, 10)).toBeGreaterThanOrEqual(5);
  for (const name of cut) {
    const installed = Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`));
    const versions = installed.map((path) => packages[path]?.version);
    expect([name, ...versions]).toEqual([name, dependencies?.[name] ?? overrides?.[name]]);
  }
});

test('every file that is cut belongs to a package that is pinned', () => {
  const files = CUTS.flatMap(({ patches = [], shims = [], protocols = [], packages: cut }) =>
    [...patches, ...shims, ...protocols].map(({ file }) => [file.source.replaceAll('\\', ''), cut] as const),
  );
  expect(files.length).toBeGreaterThan(0);
  // `@google-cloud/vision/build/...` or `vision/build/...`
  const unnamed = files.filter(
    ([file, cut]) => !cut.some((name) => file.includes(`${name.split('/').at(-1)}/`)),
  );
  expect(unnamed.map(([file]) => file)).toEqual([]);
});

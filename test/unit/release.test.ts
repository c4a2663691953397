/**
 * One version: that of the package.json at the top.
 * @covers One version: packages, changelog, health
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { readVersion } from '../../functions/bundle/read-version.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

test('each package has the version of the project', () => {
  const packages = globSync(
    ['{functions,client,editor-plugin,flow-nodes}/package.json', 'packages/*/package.json'],
    {
      cwd: ROOT,
    },
  );
  const versions = packages.map((name) => [name, (JSON.parse(read(name)) as { version: string }).version]);
  expect(versions.length).toBeGreaterThanOrEqual(5);
  expect(versions).toEqual(packages.map((name) => [name, readVersion()]));
});

test('the changelog begins with what is not released, and then has this version with its date', () => {
  const [first, second = ''] = Array.from(
    read('CHANGELOG.md').matchAll(/^## (.+)$/gm),
    ([, title]) => title as string,
  );
  expect(first).toBe('Unreleased');
  expect(second).toMatch(/^\d+\.\d+\.\d+ \(\d{4}-\d{2}-\d{2}\)$/);
  expect(second.split(' ')[0]).toBe(readVersion());
});

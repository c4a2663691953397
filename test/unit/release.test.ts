/** @covers A release: one version in every package, in the API document and in the changelog */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

/** Folders with a package of their own, which is deployed or published. */
const PACKAGES = ['functions', 'client', 'flow-nodes', 'editor-plugin', 'packages/git', 'packages/records'];

test.each(PACKAGES)('%s has the version of the project, the licence', (folder) => {
  const about = JSON.parse(read(`${folder}/package.json`)) as Record<string, unknown>;
  expect(about).toMatchObject({ version, license: 'Apache-2.0' });
});

test('so do its lock files, Python and the API document', () => {
  const locked = ['package-lock.json', 'functions/package-lock.json'].map(
    (path) => JSON.parse(read(path)).version,
  );
  const python = /^__version__ = "(.*)"$/m.exec(read('python/sightline/__init__.py'))?.[1];
  const api = /^ {2}version: (.*)$/m.exec(read('openapi.yaml'))?.[1];
  expect([...locked, python, api]).toEqual([version, version, version, version]);
});

test('the changelog begins with it, and takes at most sixty lines for a release', () => {
  const [, ...releases] = read('CHANGELOG.md').split(/^## /m);
  expect(releases[0]?.startsWith(version)).toBe(true);
  for (const each of releases) expect(each.trim().split('\n').length).toBeLessThanOrEqual(60);
});

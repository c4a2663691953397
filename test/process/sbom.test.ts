/**
 * What is deployed and published, and the packages in it.
 * @covers A release lists the packages in each thing that it ships
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { type Bom, writeBoms } from '../../tools/sbom.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

let boms: Record<string, Bom>;
beforeAll(async () => {
  if (!existsSync(join(ROOT, '.hosting/licenses.txt')))
    execFileSync('npm', ['run', '-s', 'build:web'], { cwd: ROOT });
  boms = await writeBoms();
});

const namesOf = (name: string): string[] => (boms[name] as Bom).components.map((each) => each.name);

test('the list of the functions has every package of their lock file that is deployed, in its version', () => {
  const lock = read('functions/package-lock.json') as {
    packages: Record<string, { version: string; dev?: boolean; optional?: boolean }>;
  };
  const deployed = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);
  const wanted = deployed.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`);
  const listed = boms.functions?.components.map(({ name, version }) => `${name}@${version}`);
  expect(wanted.length).toBeGreaterThan(100);
  expect([...new Set(listed)].sort()).toEqual([...new Set(wanted)].sort());
});

test('the console has what it bundles, and nothing that only builds it', () => {
  const names = namesOf('console');
  expect(names).toEqual(expect.arrayContaining(['react', 'react-dom', 'wouter', '@firebase/firestore']));
  for (const tool of ['vite', 'jest', 'typescript', 'firebase-tools']) expect(names).not.toContain(tool);
});

test('the packages that people install hold no other package, but for one in the plugin', () => {
  const held = ['client', 'flow-nodes', 'editor-plugin', 'python'].map((name) => [name, namesOf(name)]);
  expect(held).toEqual([
    ['client', []],
    ['flow-nodes', []],
    ['editor-plugin', ['zod']],
    ['python', []],
  ]);
});

test('each names what it is about, and its packages as scanners look them up', () => {
  for (const [name, { bomFormat, metadata, components }] of Object.entries(boms)) {
    expect([name, bomFormat, metadata.component.version]).toEqual([
      name,
      'CycloneDX',
      read('package.json').version,
    ]);
    expect(components.filter(({ purl }) => !purl?.startsWith('pkg:npm/'))).toEqual([]);
  }
});

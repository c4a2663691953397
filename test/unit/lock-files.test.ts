/**
 * The lock files have an integrity for every package, and name only the public registry.
 * @covers Every package of the lock files has its checksum; workflow actions stand on a commit
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

interface Entry {
  version?: string;
  integrity?: string;
  resolved?: string;
  /** Part of another package's archive, whose integrity covers it. */
  inBundle?: boolean;
  link?: boolean;
  os?: string[];
}

const ROOT = resolve(import.meta.dirname, '../..');
const entriesOf = (name: string): [string, Entry][] => {
  const { packages } = JSON.parse(readFileSync(resolve(ROOT, name), 'utf8')) as {
    packages: Record<string, Entry>;
  };
  return Object.entries(packages).filter(([path, { link, inBundle }]) => path && !link && !inBundle);
};

describe.each(['package-lock.json', 'functions/package-lock.json'])('%s', (name) => {
  const entries = entriesOf(name).filter(([path]) => path.includes('node_modules/'));

  test('every package has its checksum', () => {
    expect(entries.length).toBeGreaterThan(100);
    const without = entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
    expect(without.map(([path]) => path)).toEqual([]);
  });

  test('names no registry but the public one', () => {
    const hosts = entries.flatMap(([, { resolved }]) => (resolved ? [new URL(resolved).host] : []));
    expect(hosts.filter((host) => host !== 'registry.npmjs.org')).toEqual([]);
  });
});

test('a machine of another kind finds its programs', () => {
  const systems = new Set(entriesOf('package-lock.json').flatMap(([, { os }]) => os ?? []));
  for (const os of ['darwin', 'linux', 'win32']) expect(systems).toContain(os);
});

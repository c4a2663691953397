/** `npm run audit`: what the stored advisories say of the packages that are deployed. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { validRange } from 'semver';
import { findAffected, isGrave, readStored } from '../../deploy/audit/stored.ts';

const lockOf = (folder: string): string =>
  readFileSync(resolve(import.meta.dirname, '../..', folder, 'package-lock.json'), 'utf8');
const stored = readStored();
/** A lock file of one package. */
const lockWith = (name: string, version: string, more: object = {}): string =>
  JSON.stringify({ packages: { '': {}, [`node_modules/x/node_modules/${name}`]: { version, ...more } } });

describe.each(['functions', '.'])('what %s deploys', (folder) => {
  test('has no advisory that is high or critical', () => {
    expect(findAffected(lockOf(folder), stored.advisories).filter(isGrave)).toEqual([]);
  });
});

describe('the stored advisories', () => {
  test('say what they are: id, severity, versions', () => {
    expect(stored.asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
    for (const each of stored.advisories) {
      expect(each.id).toMatch(/^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/);
      expect(['low', 'moderate', 'high', 'critical']).toContain(each.severity);
      expect([each.affected, validRange(each.affected)]).toEqual([each.affected, expect.any(String)]);
    }
    const ids = stored.advisories.map(({ id }) => id);
    expect(ids.length).toBe(new Set(ids).size);
  });

  test.each([
    ['protobufjs', '7.5.4', {}, 'GHSA-xq3m-2v4x-88gg'],
    ['@grpc/grpc-js', '1.14.3', {}, 'GHSA-99f4-grh7-6pcq'],
    ['fast-xml-parser', '5.3.4-beta.1', {}, 'GHSA-m7jm-9gc2-mpf2'],
    ['jws', '4.0.0', {}, 'GHSA-869p-cjfg-cm3x'],
  ])('find %s %s in a lock file', (name, version, more, id) => {
    const found = findAffected(lockWith(name, version, more), stored.advisories);
    expect(found.filter(isGrave).map((each) => each.id)).toContain(id);
  });

  test('leave out versions that are mended, packages of other names, and those of development', () => {
    for (const lock of [
      lockWith('protobufjs', '7.6.6'),
      lockWith('@x/protobufjs', '7.5.4'),
      lockWith('protobufjs', '7.5.4', { dev: true }),
    ])
      expect(findAffected(lock, stored.advisories)).toEqual([]);
  });
});

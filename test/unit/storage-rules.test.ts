/**
 * Only the official suite can run Storage rules, so these rules are so simple that reading them proves them.
 * @covers Contract 8 rules of the databases and of Storage, by the web SDK
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const rules = readFileSync(new URL('../../rules/storage.rules', import.meta.url), 'utf8');

test('clients may do nothing with any object', () => {
  const statements = rules.match(/allow[^;]*;/g);
  expect(statements).toEqual(['allow read, write: if false;']);
  expect(rules).toMatch(/match \/b\/\{bucket\}\/o \{\s*match \/\{object=\*\*\} \{\s*allow/);
});

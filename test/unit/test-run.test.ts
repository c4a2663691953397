/**
 * Which suites a run has, in which order, and what it prints of several runs.
 * @covers Tests: two tiers, each suite in one of them, the rest in turns
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readArguments } from '../run/read-arguments.ts';
import { allSuites, needsPages, ROOT, suitesLike, suitesOf } from '../run/suites.ts';
import { inParts, inTurn } from '../run/turns.ts';
import { LEFT_OUT } from '../tiers.ts';

describe('tiers', () => {
  test('each suite that npm test leaves out exists, and is left out for one reason', () => {
    const named = LEFT_OUT.flatMap(({ suites }) => suites);
    expect(named.filter((suite) => !existsSync(join(ROOT, suite)))).toEqual([]);
    expect(named.filter((suite, at) => named.indexOf(suite) !== at)).toEqual([]);
    for (const { why } of LEFT_OUT) expect(why).toMatch(/\w/);
  });

  test('each suite is in exactly one tier', () => {
    const [change, rest] = [suitesOf('change'), suitesOf('rest')];
    expect([...change, ...rest].sort()).toEqual(allSuites());
    expect(change.filter((suite) => rest.includes(suite))).toEqual([]);
    expect(suitesOf('all')).toEqual(allSuites());
  });

  test('a path chooses a suite of any tier', () => {
    const [left = ''] = suitesOf('rest');
    expect(suitesLike([left])).toEqual([left]);
    expect(suitesLike(['unit/ERRORS', 'unit/retry'])).toEqual([
      'test/unit/errors.test.ts',
      'test/unit/retry.test.ts',
    ]);
  });
});

test('pages are built for suites that open them, however indirectly, and for no others', () => {
  expect(needsPages('test/console/viewer.test.ts')).toBe(true);
  expect(needsPages('test/readme/readme.test.ts')).toBe(true);
  expect(needsPages('test/emulator/members.test.ts')).toBe(false);
  expect(needsPages('test/web/outbox.test.ts')).toBe(false);
});

test('paths, own options and those of jest are told apart', () => {
  const given = ['--all', '-t', 'a name', '--shard=1/2', 'unit/errors', '--shuffle=7', '--record', '-i'];
  expect(readArguments(given)).toEqual({
    tier: 'all',
    patterns: ['unit/errors'],
    options: ['-t', 'a name', '--shard=1/2', '-i'],
    record: true,
    shuffle: 7,
  });
  expect(readArguments([])).toEqual({ tier: 'change', patterns: [], options: [], record: false });
});

describe('turns of the rest', () => {
  const suites = Array.from({ length: 60 }, (_, at) => `test/a/${at}.test.ts`);
  const weight = (suite: string) => 1 + (suite.length % 7) * 10;
  const whole = suites.reduce((sum, suite) => sum + weight(suite), 0);

  test('each turn has all suites, and the same commit has the same order', () => {
    expect(inTurn(suites, '1234', weight).toSorted()).toEqual(suites.toSorted());
    expect(inTurn(suites, '1234', weight)).toEqual(inTurn([...suites].reverse(), '1234', weight));
    expect(inTurn(suites, '1234', weight)).not.toEqual(inTurn(suites, '1235', weight));
  });

  test('with room for half of them, each one runs within a dozen landings', () => {
    const ran = new Set<string>();
    for (let landing = 0; landing < 12; landing += 1) {
      let room = whole / 2;
      for (const suite of inTurn(suites, `commit ${landing}`, weight)) {
        room -= weight(suite);
        if (room < 0) break;
        ran.add(suite);
      }
    }
    expect(suites.filter((suite) => !ran.has(suite))).toEqual([]);
  });

  test('parts have all suites in their order, none more than one suite too much', () => {
    const parts = inParts(suites, whole / 4, weight);
    expect(parts.flat()).toEqual(suites);
    for (const part of parts) {
      const before = part.slice(0, -1).reduce((sum, suite) => sum + weight(suite), 0);
      expect(before).toBeLessThan(whole / 4);
    }
  });
});

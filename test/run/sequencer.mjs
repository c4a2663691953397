/**
 * Order of the suites: the longest first, so that none of them begins when the others are done; with `SHUFFLE=n` a random one,
 * the same for each n.
 */
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import TestSequencer from '@jest/test-sequencer';
import { ROOT } from './suites.ts';
import { weightOf } from './weights.ts';

const drawn = (seed, name) => createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE();

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const { SHUFFLE } = process.env;
    const rank = SHUFFLE ? (name) => drawn(SHUFFLE, name) : weightOf;
    const ranked = tests.map((test) => ({ test, rank: rank(relative(ROOT, test.path)) }));
    return ranked.toSorted((a, b) => b.rank - a.rank).map(({ test }) => test);
  }
}

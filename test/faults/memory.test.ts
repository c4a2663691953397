/**
 * A part of the hour that `npm run bench -- memory` simulates; takes 15 minutes.
 * @covers Hours of cameras, people and trouble, and an audit of what stands; memory over an hour
 */
import { expect, test } from '@jest/globals';
import { benchMemory } from '../bench/memory.ts';
import { verdict } from '../bench/table.ts';

const whenLong = process.env.LONG ? test : test.skip;

whenLong(
  'with LONG=1: 4,500 frames in one worker: heap and resident memory are flat',
  async () => {
    const rows = await benchMemory(0.25);
    expect(rows).toHaveLength(6);
    expect(rows.filter(({ ratio, bar }) => verdict(ratio, bar) !== 'yes')).toEqual([]);
  },
  900_000,
);

/** @covers Contract 4 split */
import { describe, expect, test } from '@jest/globals';
import type { SplitImage } from '../../functions/src/dataset/split/packed-images.ts';
import { burstLimit } from '../../functions/src/dataset/split/split.ts';
import { fc } from '../support/fast-check.ts';
import { gatherGroups, splitImage } from '../support/split.ts';

const NO_LIMIT = 1000;

/** A hash with this number of bits set, starting with the lowest. */
const look = (bits: number): string => (2n ** BigInt(bits) - 1n).toString(16).padStart(16, '0');

const gather = (images: readonly SplitImage[], limit: number) => gatherGroups(images, 'burst', limit);

/** Ids of each group, by date. */
const partsOf = (images: readonly SplitImage[], limit: number): string[][] =>
  gather(images, limit)
    .groups.map(({ members }) => members.map((index) => images[index]!).sort((a, b) => a.date - b.date))
    .sort(([a], [b]) => a!.date - b!.date)
    .map((group) => group.map(({ id }) => id));

describe('Contract 4: a burst is a series of frames of one session that are at most a second apart and look alike', () => {
  const pair = (fields: Partial<SplitImage>) => [
    splitImage({ id: 'a', session: 's', look: look(0) }),
    splitImage({ id: 'b', session: 's', look: look(0), ...fields }),
  ];

  test.each<[string, Partial<SplitImage>, boolean]>([
    ['a second later', { date: 1000 }, true],
    ['more than a second later', { date: 1001 }, false],
    ['6 bits apart', { look: look(6) }, true],
    ['7 bits apart', { look: look(7) }, false],
    ['without a look', { look: '' }, true],
    ['of another session', { session: 't' }, false],
    ['of no session', { session: '' }, false],
  ])('a frame %s', (_, fields, isOne) => {
    expect(gather(pair(fields), NO_LIMIT).groups).toHaveLength(isOne ? 1 : 2);
  });

  test('only successive frames are compared: a slow change is one burst', () => {
    const frames = Array.from({ length: 10 }, (_, at) =>
      splitImage({ id: `f${at}`, session: 's', date: at * 1000, look: look(at * 6) }),
    );
    expect(partsOf(frames, NO_LIMIT)).toHaveLength(1);
    expect(partsOf(frames.toReversed(), NO_LIMIT)).toHaveLength(1);
  });

  test('a frame of something else separates two bursts', () => {
    const frames = [0, 1, 2, 3, 4].map((at) =>
      splitImage({ id: `f${at}`, session: 's', date: at * 100, look: look(at === 2 ? 40 : 0) }),
    );
    expect(partsOf(frames, NO_LIMIT)).toEqual([['f0', 'f1'], ['f2'], ['f3', 'f4']]);
  });
});

describe('Contract 4: a burst that is too large is cut at its least alike places', () => {
  /** Differing bits and milliseconds between successive frames. */
  const film = (...steps: [bits: number, gap: number][]): SplitImage[] => {
    let [date, shown] = [0, 0n];
    const frames = [splitImage({ id: 'f0', session: 's', look: look(0) })];
    for (const [at, [bits, gap]] of steps.entries()) {
      date += gap;
      // Different bits each time, because only successive frames are compared.
      shown ^= (2n ** BigInt(bits) - 1n) << BigInt((at * 6) % 58);
      frames.push(
        splitImage({ id: `f${at + 1}`, session: 's', date, look: shown.toString(16).padStart(16, '0') }),
      );
    }
    return frames;
  };

  test('first where the hashes differ most', () => {
    const frames = film([1, 100], [5, 100], [1, 900], [3, 100], [0, 100]);
    expect(partsOf(frames, 4)).toEqual([
      ['f0', 'f1'],
      ['f2', 'f3', 'f4', 'f5'],
    ]);
    expect(partsOf(frames, 3)).toEqual([
      ['f0', 'f1'],
      ['f2', 'f3'],
      ['f4', 'f5'],
    ]);
  });

  test('among equals where most time passes', () => {
    expect(partsOf(film([0, 100], [0, 300], [0, 200], [0, 400], [0, 100]), 4)).toEqual([
      ['f0', 'f1', 'f2', 'f3'],
      ['f4', 'f5'],
    ]);
  });

  test('cuts and bursts are counted', () => {
    const other = film([0, 10], [0, 10], [0, 10]).map((each) => ({
      ...each,
      id: `o${each.id}`,
      session: 't',
    }));
    const { cuts } = gather([...film([1, 100], [5, 100], [1, 900], [3, 100], [0, 100]), ...other], 3);
    expect({ bursts: cuts!.bursts, places: cuts!.places.length, limit: cuts!.limit }).toEqual({
      bursts: 2,
      places: expect.any(Number),
      limit: 3,
    });
    expect(gather(other, 4).cuts).toEqual({ limit: 4, bursts: 0, places: [] });
    expect(gather(other, 1).cuts!.places).toHaveLength(3);
  });

  test('copies of one picture are never separated, and join two bursts into one group', () => {
    const copies = [0, 1, 2, 3].map((at) =>
      splitImage({ id: `c${at}`, session: 's', date: at, content: 'x' }),
    );
    expect(partsOf(copies, 1)).toHaveLength(1);
    const twice = ['s', 't'].flatMap((session, copy) =>
      [0, 1, 2, 3].map((at) =>
        splitImage({ id: `${session}${at}`, session, date: copy * 10_000 + at * 100, content: `x${at}` }),
      ),
    );
    expect(partsOf(twice, 2)).toEqual([
      ['s0', 't0'],
      ['s1', 't1'],
      ['s2', 't2'],
      ['s3', 't3'],
    ]);
  });

  const frames = fc
    .array(
      fc.record({
        gap: fc.constantFrom(0, 100, 100, 500, 1000, 1500),
        bits: fc.constantFrom(0, 0, 1, 3, 6, 9),
        hasLook: fc.integer({ min: 0, max: 9 }),
        copy: fc.integer({ min: 0, max: 200 }),
      }),
      { minLength: 1, maxLength: 80 },
    )
    .map((steps) =>
      film(...steps.map(({ bits, gap }): [number, number] => [bits, gap])).map((frame, at) => ({
        ...frame,
        look: steps[at]?.hasLook === 0 ? '' : frame.look,
        ...((steps[at]?.copy ?? 99) < 12 && { content: `${steps[at]!.copy}` }),
      })),
    );
  const limits = fc.constantFrom(1, 2, 4, 8, 16);
  const withoutCopies = frames.map((all) => all.map(({ content: _, ...frame }): SplitImage => frame));

  test('no part is too large except copies of one picture, and there are no unnecessary cuts', () => {
    fc.assert(
      fc.property(frames, limits, (images, limit) => {
        const { groups } = gather(images, limit);
        const whole = gather(images, NO_LIMIT).groups;
        for (const { members } of groups) {
          const copies = Map.groupBy(members, (index) => images[index]!.content ?? index);
          if (members.length > limit) expect(copies.size).toBe(1);
        }
        const names = new Set(groups.map(({ members }) => members.toSorted().join()));
        for (const { members } of whole) {
          if (members.length <= limit) expect(names).toContain(members.toSorted().join());
        }
      }),
    );
  });

  test('frames at a cut are no more alike than any two inside the parts next to it', () => {
    fc.assert(
      fc.property(withoutCopies, limits, (images, limit) => {
        const { groups, cuts } = gather(images, limit);
        const partOf = new Map(groups.flatMap(({ members }) => members.map((index) => [index, members])));
        const unlikeness = (a: SplitImage, b: SplitImage) => {
          const bits = a.look && b.look ? BigInt(`0x${a.look}`) ^ BigInt(`0x${b.look}`) : 0n;
          return [...bits.toString(2)].filter((bit) => bit === '1').length * 10_000 + b.date - a.date;
        };
        for (const { earlier, later } of cuts!.places) {
          const cut = unlikeness(images[earlier]!, images[later]!);
          for (const part of [partOf.get(earlier)!, partOf.get(later)!]) {
            const inTime = part
              .map((index) => images[index]!)
              .sort((a, b) => a.date - b.date || (a.id < b.id ? -1 : 1));
            const within = inTime.slice(1).map((frame, at) => unlikeness(inTime[at]!, frame));
            expect(Math.max(0, ...within)).toBeLessThanOrEqual(cut);
          }
        }
      }),
    );
  });

  test('the parts for twice the limit consist of entire parts', () => {
    fc.assert(
      fc.property(frames, limits, (images, limit) => {
        const small = gather(images, limit).groups;
        const large = new Map(
          gather(images, limit * 2).groups.flatMap(({ members }, group) =>
            members.map((index) => [index, group]),
          ),
        );
        for (const { members } of small)
          expect(new Set(members.map((index) => large.get(index))).size).toBe(1);
      }),
    );
  });

  test('one more frame changes only parts that are less than the limit away', () => {
    fc.assert(
      fc.property(withoutCopies, limits, fc.nat(), fc.nat({ max: 6 }), (images, limit, at, bits) => {
        const host = images[at % images.length]!;
        const added = { ...host, id: 'new', date: host.date + 50, look: look(bits) };
        const before = partsOf(images, limit).map((part) => part.join());
        const after = new Set(partsOf([...images, added], limit).map((part) => part.join()));
        const position = new Map(images.map(({ id }, index) => [id, index]));
        // Others may have the moment of its host, and it comes behind them.
        const place = images.findLastIndex(({ date }) => date <= added.date);
        for (const part of before.filter((each) => !after.has(each))) {
          const distances = part.split(',').map((id) => Math.abs(position.get(id)! - place));
          expect(Math.min(...distances)).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  test('independent of the order in which frames are read', () => {
    const mixed = frames.chain((images) =>
      fc.tuple(fc.constant(images), fc.shuffledSubarray(images, { minLength: images.length })),
    );
    const named = (images: readonly SplitImage[], limit: number) =>
      gather(images, limit).groups.map(({ name, members }) => [
        name,
        members.map((index) => images[index]!.id).sort(),
      ]);
    fc.assert(
      fc.property(mixed, limits, ([images, shuffled], limit) => {
        expect(named(shuffled, limit)).toEqual(named(images, limit));
      }),
    );
  });
});

test.each([
  [100, 10, 10, 1],
  [158, 20, 10, 1],
  [200, 10, 10, 2],
  [1000, 10, 10, 8],
  [1000, 30, 0, 16],
  [1000, 0, 0, 64],
  [5000, 10, 10, 32],
  [100_000, 10, 10, 512],
  [100_000, 0.1, 10, 8],
])(
  'of %i images, %d percent for testing and %d for validation, a burst may have %i',
  (images, TEST, VALIDATION, limit) => {
    expect(burstLimit(images, { TEST, VALIDATION, TRAIN: 100 - TEST - VALIDATION })).toBe(limit);
  },
);

/** @covers Contract 4 split */
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { SplitImage } from '../../functions/src/dataset/split/packed-images.ts';
import { type Percentages, toPercentages } from '../../functions/src/dataset/split/percentages.ts';
import { burstLimit } from '../../functions/src/dataset/split/split.ts';
import type { TrainingSet } from '../../packages/records/src/lists.ts';
import { fc } from '../support/fast-check.ts';
import { setsBySession, splitImage } from '../support/split.ts';

const TAGS = ['dust', 'dent', 'good', 'scratch'];

const percentages: fc.Arbitrary<Percentages> = fc
  .tuple(fc.nat({ max: 100 }), fc.nat({ max: 100 }))
  .filter(([test, validation]) => test + validation <= 100)
  .map(([test, validation]) => toPercentages({ test, validation }));

describe('Contract 4: adding images moves only groups next to a cut', () => {
  const single = (prefix: string, max: number) =>
    fc
      .array(fc.tuple(fc.constantFrom(...TAGS), fc.integer({ min: 1, max: 4 })), { maxLength: max })
      .map((groups) =>
        groups.flatMap(([tag, size], group) =>
          Array.from({ length: size }, (_, index) =>
            splitImage({ id: `${prefix}${group}-${index}`, session: `${prefix}${group}`, tags: [tag] }),
          ),
        ),
      );
  /** New images are in groups of their own or, because of their names, in existing ones. */
  const growth = fc
    .tuple(single('a', 300), single('b', 4), fc.array(fc.nat({ max: 299 }), { maxLength: 3 }))
    .map(([old, own, guests]) => {
      const joined = guests.flatMap((group, index): SplitImage[] => {
        const host = old.find((image) => image.session === `a${group}`);
        return host ? [{ ...host, id: `guest${index}` }] : [];
      });
      return { old, added: [...own, ...joined] };
    });

  test('the groups that move are close to a cut of their label, and few in total', () => {
    fc.assert(
      fc.property(growth, percentages, ({ old, added }, asked) => {
        const before = setsBySession(old, asked);
        const after = setsBySession([...old, ...added], asked);
        const touched = new Set(added.map(({ session }) => session));
        const moved = old.filter(
          ({ id, session }) => !touched.has(session) && before.get(id) !== after.get(id),
        );
        const strata = new Set(added.map(({ tags }) => tags[0])).size;
        const size = largestGroup([...old, ...added]);
        const limit = 2 * added.length + (strata + 3) * size;
        expect(moved.length).toBeLessThanOrEqual(2 * limit);
        for (const image of moved) expect(distanceToCut(image, old, before)).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 200 },
    );
  });

  /**
   * Number of images of the same label, in the order of the hashes, between this one and the nearest image in another set.
   */
  function distanceToCut(
    image: SplitImage,
    images: readonly SplitImage[],
    sets: ReadonlyMap<string, TrainingSet>,
  ): number {
    const stratum = inHashOrder(images.filter(({ tags }) => tags[0] === image.tags[0]));
    const at = stratum.indexOf(image);
    const others = [...stratum.keys()].filter((index) => sets.get(stratum[index]!.id) !== sets.get(image.id));
    // The ends of the list are cuts too, because an empty share has its cut there.
    return Math.min(at, stratum.length - 1 - at, ...others.map((index) => Math.abs(index - at) - 1));
  }

  test('among 4,000 images without session, k more move at most a few for each of them', () => {
    const old = Array.from({ length: 4000 }, (_, index) => {
      const id = `old${index}`;
      return splitImage({ id, session: id, tags: [TAGS[index % 3 === 0 ? index % 4 : 0]!] });
    });
    const asked = toPercentages({});
    const before = setsBySession(old, asked);
    const more = fc.array(fc.tuple(fc.uuid(), fc.constantFrom(...TAGS)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(more, (added) => {
        const frames = added.map(([id, tag]) => splitImage({ id, session: id, tags: [tag] }));
        const after = setsBySession([...old, ...frames], asked);
        const moved = old.filter(({ id }) => before.get(id) !== after.get(id));
        expect(moved.length).toBeLessThanOrEqual(2 * (2 * added.length + 4));
      }),
      { numRuns: 30 },
    );
  });

  test('within each label the sets TEST, VALIDATION and TRAIN are ordered by hash', () => {
    // Enough single images that the cuts alone keep every promise.
    const labels = fc.array(fc.integer({ min: 100, max: 250 }), { minLength: 1, maxLength: TAGS.length });
    fc.assert(
      fc.property(labels, fc.string(), percentages, (counts, prefix, asked) => {
        const images = counts.flatMap((count, tag) =>
          Array.from({ length: count }, (_, index) => {
            const id = `${prefix}${tag}-${index}`;
            return splitImage({ id, session: id, tags: [TAGS[tag]!] });
          }),
        );
        fc.pre(burstLimit(images.length, asked) > 1);
        const sets = setsBySession(images, asked);
        for (const tag of TAGS) {
          const line = inHashOrder(images.filter(({ tags }) => tags[0] === tag));
          const order = line.map(({ id }) => ['TEST', 'VALIDATION', 'TRAIN'].indexOf(sets.get(id)!));
          expect(order).toEqual([...order].sort());
        }
      }),
    );
  });
});

/** By SHA-256 of the group's name, computed independently of the code under test. */
function inHashOrder(images: readonly SplitImage[]): SplitImage[] {
  const key = ({ session }: SplitImage) => createHash('sha256').update(`session:${session}`).digest('hex');
  return [...images].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

function largestGroup(images: readonly SplitImage[]): number {
  const groups = Map.groupBy(images, ({ session }) => session);
  return Math.max(0, ...[...groups.values()].map(({ length }) => length));
}

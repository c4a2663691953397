import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { TrainingSet } from '../../functions/src/dataset/cuts.ts';
import type { SplitImage } from '../../functions/src/dataset/groups.ts';
import { type Percentages, parsePercentages } from '../../functions/src/dataset/percentages.ts';
import { splitImages } from '../../functions/src/dataset/split.ts';

const TAGS = ['dust', 'dent', 'good', 'scratch'];

const percentages: fc.Arbitrary<Percentages> = fc
  .tuple(fc.nat({ max: 100 }), fc.nat({ max: 100 }))
  .filter(([test, validation]) => test + validation <= 100)
  .map(([test, validation]) => parsePercentages(String(test), String(validation)));

describe('Contract 4: adding images moves only groups next to a cut', () => {
  const single = (prefix: string, max: number) =>
    fc
      .array(fc.tuple(fc.constantFrom(...TAGS), fc.integer({ min: 1, max: 4 })), { maxLength: max })
      .map((groups) =>
        groups.flatMap(([tag, size], group) =>
          Array.from(
            { length: size },
            (_, index): SplitImage => ({
              id: `${prefix}${group}-${index}`,
              group: `${prefix}${group}`,
              set: 'PREDETERMINED',
              tags: [tag],
            }),
          ),
        ),
      );
  /** New images are in groups of their own or, by name, in old ones. */
  const growth = fc
    .tuple(single('a', 300), single('b', 4), fc.array(fc.nat({ max: 299 }), { maxLength: 3 }))
    .map(([old, own, guests]) => {
      const joined = guests.flatMap((group, index): SplitImage[] => {
        const host = old.find((image) => image.group === `a${group}`);
        return host ? [{ ...host, id: `guest${index}` }] : [];
      });
      return { old, added: [...own, ...joined] };
    });

  test('the groups that move stand close to a cut of their label, and are few in all', () => {
    fc.assert(
      fc.property(growth, percentages, ({ old, added }, asked) => {
        const before = splitImages(old, asked);
        const after = splitImages([...old, ...added], asked);
        const touched = new Set(added.map(({ group }) => group));
        const moved = old.filter(({ id, group }) => !touched.has(group) && before.get(id) !== after.get(id));
        const strata = new Set(added.map(({ tags }) => tags[0])).size;
        const size = largestGroup([...old, ...added]);
        const limit = 2 * added.length + (strata + 3) * size;
        expect(moved.length).toBeLessThanOrEqual(2 * limit);
        for (const image of moved) expect(distanceToCut(image, old, before)).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 200 },
    );
  });

  /** Images of its label between it and the nearest image, in the order of the hashes, that is in another set. */
  function distanceToCut(
    image: SplitImage,
    images: readonly SplitImage[],
    sets: ReadonlyMap<string, TrainingSet>,
  ): number {
    const stratum = inHashOrder(images.filter(({ tags }) => tags[0] === image.tags[0]));
    const at = stratum.indexOf(image);
    const others = [...stratum.keys()].filter((index) => sets.get(stratum[index]!.id) !== sets.get(image.id));
    // The ends of the line are cuts too: an empty share has its cut there.
    return Math.min(at, stratum.length - 1 - at, ...others.map((index) => Math.abs(index - at) - 1));
  }

  test('among 4,000 images without session, k more move at most a few for each of them', () => {
    const old = Array.from({ length: 4000 }, (_, index): SplitImage => {
      const id = `old${index}`;
      return { id, group: id, set: 'PREDETERMINED', tags: [TAGS[index % 3 === 0 ? index % 4 : 0]!] };
    });
    const asked = parsePercentages(undefined, undefined);
    const before = splitImages(old, asked);
    const more = fc.array(fc.tuple(fc.uuid(), fc.constantFrom(...TAGS)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(more, (added) => {
        const frames = added.map(
          ([id, tag]): SplitImage => ({ id, group: id, set: 'PREDETERMINED', tags: [tag] }),
        );
        const after = splitImages([...old, ...frames], asked);
        const moved = old.filter(({ id }) => before.get(id) !== after.get(id));
        expect(moved.length).toBeLessThanOrEqual(2 * (2 * added.length + 4));
      }),
      { numRuns: 30 },
    );
  });

  test('in each label TEST, VALIDATION and TRAIN follow each other in the order of the hashes', () => {
    fc.assert(
      fc.property(single('a', 80), percentages, (images, asked) => {
        const sets = splitImages(images, asked);
        for (const tag of TAGS) {
          const line = inHashOrder(images.filter(({ tags }) => tags[0] === tag));
          const order = line.map(({ id }) => ['TEST', 'VALIDATION', 'TRAIN'].indexOf(sets.get(id)!));
          expect(order).toEqual([...order].sort());
        }
      }),
    );
  });
});

/** By SHA-256 of the group's name, computed apart from the code under test. */
function inHashOrder(images: readonly SplitImage[]): SplitImage[] {
  const key = ({ group }: SplitImage) => createHash('sha256').update(group).digest('hex');
  return [...images].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

function largestGroup(images: readonly SplitImage[]): number {
  const groups = Map.groupBy(images, ({ group }) => group);
  return Math.max(0, ...[...groups.values()].map(({ length }) => length));
}

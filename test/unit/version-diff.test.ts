/**
 * Contract 11: what differs between two versions.
 * @covers Contract 11 diff equals a brute-force comparison
 */
import { expect, test } from '@jest/globals';
import { CHANGES, diffImages } from '../../functions/src/dataset/version/diff.ts';
import { byteOrder } from '../../packages/records/src/byte-order.ts';
import type { ManifestImage } from '../../packages/records/src/manifest.ts';
import { anyText, fc } from '../support/fast-check.ts';

const PAIRS = process.env.LONG ? 10_000 : 1000;

type Small = Pick<ManifestImage, 'image' | 'set' | 'tag' | 'tags' | 'masks'>;

const version = fc.uniqueArray(
  fc.record({
    image: fc.oneof(fc.constantFrom('a', 'b', 'c', 'd', 'e'), anyText({ maxLength: 3 })),
    set: fc.constantFrom('TRAIN', 'TEST'),
    tag: fc.constantFrom(null, 'x'),
    tags: fc.constantFrom([], [{ type: 'rect', tag: 'x', x: 0, y: 0, w: 1, h: 1, labeled: 'manual' }]),
    masks: fc.constantFrom(
      [],
      [{ tag: 'x', uri: 'u', generation: '1' }],
      [{ tag: 'x', uri: 'u', generation: '2' }],
      [{ tag: 'x', uri: 'u_mask_1.png', generation: '1' }],
      [{ tag: 'x', uri: 'u_mask_1.png', generation: '2' }],
    ),
  }) as fc.Arbitrary<Small>,
  { selector: ({ image }) => image, maxLength: 12 },
);

async function* sorted(images: readonly Small[]): AsyncGenerator<ManifestImage> {
  yield* [...images].sort((a, b) => byteOrder(a.image, b.image)) as ManifestImage[];
}

/** Every image of one looked up in the other. */
function compare(before: readonly Small[], after: readonly Small[]): Record<string, string[]> {
  const isIn = (list: readonly Small[]) => (image: Small) => list.some((each) => each.image === image.image);
  const pairs = before.flatMap((a) => after.filter((b) => b.image === a.image).map((b) => [a, b] as const));
  // A mask that was deleted and restored has another generation. Only our own names are never used for other bytes.
  const maskOf = (mask: Small['masks'][number]) => (mask.uri === 'u' ? mask : { ...mask, generation: '' });
  const labels = ({ tag, tags, masks }: Small) => JSON.stringify({ tag, tags, masks: masks.map(maskOf) });
  const idsOf = (images: readonly Small[]) => images.map(({ image }) => image).sort(byteOrder);
  return {
    added: idsOf(after.filter((image) => !isIn(before)(image))),
    removed: idsOf(before.filter((image) => !isIn(after)(image))),
    relabelled: idsOf(pairs.filter(([a, b]) => labels(a) !== labels(b)).map(([a]) => a)),
    moved: idsOf(pairs.filter(([a, b]) => a.set !== b.set).map(([a]) => a)),
  };
}

test(`equals a brute-force comparison of ${PAIRS} pairs, page by page and in one`, async () => {
  await fc.assert(
    fc.asyncProperty(version, version, fc.integer({ min: 1, max: 5 }), async (before, after, limit) => {
      const wanted = compare(before, after);
      const counts = Object.fromEntries(CHANGES.map((change) => [change, wanted[change]?.length]));
      const found: Record<string, string[]> = { added: [], removed: [], relabelled: [], moved: [] };
      let place: string | null = null;
      do {
        const page = await diffImages(sorted(before), sorted(after), { limit, after: place });
        for (const change of CHANGES) found[change]?.push(...page[change].images);
        expect(Object.fromEntries(CHANGES.map((change) => [change, page[change].count]))).toEqual(counts);
        expect(new Set(CHANGES.flatMap((change) => page[change].images)).size).toBeLessThanOrEqual(limit);
        place = page.next;
      } while (place !== null);
      expect(found).toEqual(wanted);
    }),
    { numRuns: PAIRS },
  );
});

test('a page of one change lists only its images, counts all, and says what each image was and is', async () => {
  const image = (id: string, some: Partial<Small> = {}) =>
    ({ image: id, name: `${id}.jpg`, set: 'TRAIN', tag: 'x', tags: [], masks: [], ...some }) as Small;
  const box = { type: 'rect', tag: 'y', x: 0, y: 0, w: 1, h: 1, labeled: 'manual' } as const;
  const before = [image('a'), image('b'), image('c'), image('d')];
  const after = [image('a', { set: 'TEST' }), image('b', { tag: null, tags: [box, box] }), image('c')];
  const page = { limit: 9, after: null, change: 'relabelled', details: true } as const;
  const found = await diffImages(sorted(before), sorted(after), page);
  expect(CHANGES.map((change) => [found[change].count, found[change].images])).toEqual([
    [0, []],
    [1, []],
    [1, ['b']],
    [1, []],
  ]);
  expect(found.details).toEqual([
    {
      ...{ image: 'b', name: 'b.jpg' },
      before: { set: 'TRAIN', tag: 'x', annotations: {}, masks: [] },
      after: { set: 'TRAIN', tag: null, annotations: { y: 2 }, masks: [] },
    },
  ]);
  const gone = await diffImages(sorted(before), sorted(after), { ...page, change: 'removed' });
  expect(gone.details).toMatchObject([{ image: 'd', after: null }]);
});

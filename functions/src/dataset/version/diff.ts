/** The differences between two versions (Contract 11): a merge of their images, both sorted by id. */
import { byteOrder } from '../../common/byte-order.ts';
import type { ManifestImage } from '../../common/manifest.ts';
import { mergeSorted } from '../../common/merge-sorted.ts';

export const CHANGES = ['added', 'removed', 'relabelled', 'moved'] as const;
export type Change = (typeof CHANGES)[number];

/** The number of all changes, and the ids of some. */
export type Difference = Record<Change, { count: number; images: string[] }> & {
  /** The last image of the page; null if it is the last page. */
  next: string | null;
};

/** `relabelled`: another class, annotations or masks. `moved`: another set. An image may have both. */
export function changesOf(before: ManifestImage | null, after: ManifestImage | null): Change[] {
  if (!before) return ['added'];
  if (!after) return ['removed'];
  return [
    ...(labelsOf(before) === labelsOf(after) ? [] : ['relabelled' as const]),
    ...(before.set === after.set ? [] : ['moved' as const]),
  ];
}

/** Lines are canonical, so equal labels have equal text. */
const labelsOf = ({ tag, tags, masks }: ManifestImage): string => JSON.stringify([tag, tags, masks]);

/**
 * @param page `limit`: images of the page, in the order of their ids; `after`: id of the image to continue after
 */
export async function diffImages(
  before: AsyncIterable<ManifestImage>,
  after: AsyncIterable<ManifestImage>,
  page: { limit: number; after: string | null },
): Promise<Difference> {
  const empty = () => ({ count: 0, images: [] as string[] });
  const found: Difference = {
    added: empty(),
    removed: empty(),
    relabelled: empty(),
    moved: empty(),
    next: null,
  };
  let listed = 0;
  let last: string | null = null;
  const sides = mergeSorted(before, after, (a, b) => byteOrder(a.image, b.image));
  for await (const [a, b] of sides) {
    const changes = changesOf(a, b);
    if (changes.length === 0) continue;
    const id = (a ?? b)?.image as string;
    for (const change of changes) found[change].count += 1;
    if (page.after !== null && byteOrder(id, page.after) <= 0) continue;
    if (listed === page.limit) found.next = last;
    if (listed++ >= page.limit) continue;
    for (const change of changes) found[change].images.push(id);
    last = id;
  }
  return found;
}

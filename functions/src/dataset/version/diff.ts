/** The differences between two versions (Contract 11): a merge of their images, both sorted by id. */
import { byteOrder } from '../../../../packages/records/src/byte-order.ts';
import type { ManifestImage } from '../../../../packages/records/src/manifest.ts';
import { mergeSorted } from '../../common/counters/merge-sorted.ts';
import { isOwnMask } from '../../common/storage/own-objects.ts';

export const CHANGES = ['added', 'removed', 'relabelled', 'moved'] as const;
export type Change = (typeof CHANGES)[number];

/** The labels of an image in one version. `annotations`: number by tag id; `masks`: their tags. */
export interface Labels extends Pick<ManifestImage, 'set' | 'tag'> {
  annotations: Record<string, number>;
  masks: string[];
}

export interface ChangedImage {
  image: string;
  name: string;
  before: Labels | null;
  after: Labels | null;
}

/** A page of changed images, in the order of their ids. */
export interface DiffPage {
  limit: number;
  /** Id of the image to continue after. */
  after: string | null;
  /** Only images with this change. */
  change?: Change | undefined;
  details?: boolean;
}

/** The number of all changes, and the ids of some. */
export type Difference = Record<Change, { count: number; images: string[] }> & {
  /** The last image of the page; null if it is the last page. */
  next: string | null;
  details?: ChangedImage[];
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

/** Lines are canonical, so equal labels have equal text. A restored mask has another generation and the same name. */
const labelsOf = ({ tag, tags, masks }: ManifestImage): string =>
  JSON.stringify([
    tag,
    tags,
    masks.map(({ generation, tag: of, uri }) => [of, uri, isOwnMask(uri) ? '' : generation]),
  ]);

function detailsOf(before: ManifestImage | null, after: ManifestImage | null): ChangedImage {
  const { image, name } = (after ?? before) as ManifestImage;
  return { image, name, before: before && summarize(before), after: after && summarize(after) };
}

function summarize({ set, tag, tags, masks }: ManifestImage): Labels {
  const counts = new Map<string, number>();
  for (const annotation of tags) counts.set(annotation.tag, (counts.get(annotation.tag) ?? 0) + 1);
  return { set, tag, annotations: Object.fromEntries(counts), masks: masks.map((mask) => mask.tag) };
}

export async function diffImages(
  before: AsyncIterable<ManifestImage>,
  after: AsyncIterable<ManifestImage>,
  page: DiffPage,
): Promise<Difference> {
  const empty = () => ({ count: 0, images: [] as string[] });
  const found: Difference = {
    added: empty(),
    removed: empty(),
    relabelled: empty(),
    moved: empty(),
    next: null,
    ...(page.details && { details: [] }),
  };
  let listed = 0;
  let last: string | null = null;
  const sides = mergeSorted(before, after, (a, b) => byteOrder(a.image, b.image));
  for await (const [a, b] of sides) {
    const changes = changesOf(a, b);
    if (changes.length === 0) continue;
    const id = (a ?? b)?.image as string;
    for (const change of changes) found[change].count += 1;
    if (page.change !== undefined && !changes.includes(page.change)) continue;
    if (page.after !== null && byteOrder(id, page.after) <= 0) continue;
    if (listed === page.limit) found.next = last;
    if (listed++ >= page.limit) continue;
    for (const change of changes) found[change].images.push(id);
    found.details?.push(detailsOf(a, b));
    last = id;
  }
  return found;
}

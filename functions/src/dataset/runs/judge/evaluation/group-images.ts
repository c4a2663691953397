/** Which images of a set say the same thing several times: those of a burst, and near copies (Contract 14). */
import type { Classes } from '../../../../../../packages/formats/src/write/export-source.ts';
import { partsOf } from '../../../../../../packages/look/src/parts.ts';
import type { TrainingSet } from '../../../../../../packages/records/src/lists.ts';
import type { ManifestImage } from '../../../../../../packages/records/src/manifest.ts';
import type { Alike } from '../../../../../../packages/records/src/version-counts.ts';
import { gatherGroups } from '../../../split/groups.ts';
import { PackedImages } from '../../../split/packed-images.ts';
import type { Sources } from './joined.ts';
import { nameOf } from './truth.ts';

/** Groups of near copies among images of the dataset; null where they are not known. */
export type CopiesOf = (ids: readonly string[]) => Promise<readonly (readonly string[])[] | null>;

/** With more images of a set, bursts alone count: comparing 10,000 takes some ten seconds, and the time grows with the square. */
const MOST_COMPARED = 10_000;
/** A part is photographed less often. More near copies of one kind say how parts are taken. */
export const LEAST_BY_CAMERA = 12;

export interface Groups {
  /** By the place of an image in its set: the number of its burst, as in a split, without the looks, which a version lacks. */
  bursts: Uint32Array;
  /** The same with near copies joined: `signature`. Where these are not known, or are different parts before a fixed camera, bursts: `look`. */
  parts: ArrayLike<number>;
  alike: Alike;
}

interface Grouped {
  images: Sources['images'];
  set: TrainingSet;
  classes: Classes;
  /** Classes of bad parts. */
  bad: readonly string[];
  copiesOf: CopiesOf;
}

export async function groupImages({ images, set, classes, bad, copiesOf }: Grouped): Promise<Groups> {
  const packed = new PackedImages();
  const [ids, kinds]: [string[], number[]] = [[], []];
  const isBad = badImage(classes, new Set(bad));
  for await (const page of images)
    for (const image of page.filter((each) => each.set === set)) {
      const { image: id, session, date, sha256, uri } = image;
      packed.add({ id, set, session, date, look: '', tags: [], content: sha256 || uri });
      if (ids.length <= MOST_COMPARED) ids.push(id);
      kinds.push(Number(isBad(image)));
    }
  const bursts = burstsOf(packed);
  const copies = bad.length === 0 || ids.length > MOST_COMPARED ? null : await copiesOf(ids);
  if (!copies) return { bursts, parts: bursts, alike: 'look' };
  const groupOf = new Map(copies.flatMap((group, at) => group.map((id) => [id, at])));
  const numbers = ids.map((id, at) => groupOf.get(id) ?? copies.length + at);
  const parts = partsOf([...bursts], numbers, kinds, LEAST_BY_CAMERA);
  return parts ? { bursts, parts, alike: 'signature' } : { bursts, parts: bursts, alike: 'look' };
}

const badImage =
  (classes: Classes, bad: ReadonlySet<string>) =>
  ({ tag, tags, masks }: ManifestImage): boolean =>
    [tag, ...[...tags, ...masks].map((each) => each.tag)].some((each) =>
      bad.has(nameOf(each, classes) ?? ''),
    );

function burstsOf(images: PackedImages): Uint32Array {
  const { members, starts } = gatherGroups(images, 'burst', Number.POSITIVE_INFINITY);
  const bursts = new Uint32Array(images.length);
  for (let burst = 0; burst + 1 < starts.length; burst += 1)
    for (let at = starts[burst]!; at < starts[burst + 1]!; at += 1) bursts[members[at]!] = burst;
  return bursts;
}

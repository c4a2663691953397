import type { ImageRecord } from '../../common/model.ts';
import { type Cuts, framesOfSessions, joinBursts } from './bursts.ts';
import { Forest } from './forest.ts';
import { indexesTo, numbersOf, sortIndexes } from './indexes.ts';
import { discard, newIndexes, newIntegers } from './lists.ts';
import type { PackedImages, SplitImage } from './packed-images.ts';
import { placeOf } from './place.ts';

/** How images are grouped (Contract 4): by burst, by session and minute, by session, or not at all. */
export const GROUP_MODES = ['burst', 'minute', 'session', 'image'] as const;
export type GroupMode = (typeof GROUP_MODES)[number];

/** Images that must be in the same set, in the order of their hashes: the numbers of the images of each, one list after the other. */
export interface Grouping {
  members: Uint32Array;
  /** Where each group begins in `members`, and at the end where the last one ends. */
  starts: Uint32Array;
  /** Null unless images are grouped by burst. */
  cuts: Cuts | null;
}

const MINUTE = 60_000;

/**
 * The name of a group is made from its earliest image. Later frames therefore do not move the group, and its position does
 * not depend on its size.
 */
export function groupName(image: Pick<ImageRecord, 'id' | 'session' | 'date'>, mode: GroupMode): string {
  if (mode === 'image' || mode === 'burst' || image.session === '') return `image:${image.id}`;
  if (mode === 'session') return `session:${image.session}`;
  return `burst:${Math.floor(image.date / MINUTE)}:${image.session}`;
}

/** An image without a hash has its URI as content: two records of one object are one image to the importer. */
export function toSplitImage(
  image: Pick<ImageRecord, 'id' | 'uri' | 'set' | 'session' | 'date' | 'look' | 'tagsContained' | 'content'>,
): SplitImage {
  const { id, set, session, date, look, tagsContained } = image;
  return {
    id,
    set,
    session,
    date,
    look,
    tags: tagsContained,
    content: image.content || image.uri,
  };
}

/**
 * Groups the images. Identical bytes are always in one group. REVIEW images are left out and join nothing.
 * @param images their contents and looks are released as soon as they are not needed any more
 * @param limit maximum number of images in a burst; larger bursts are cut
 * @param copies ids of near copies, which are in a group with their bursts
 */
export function gatherGroups(
  images: PackedImages,
  mode: GroupMode,
  limit: number,
  copies: readonly (readonly string[])[] = [],
): Grouping {
  const forest = new Forest(images.length);
  joinCopies(images, forest);
  images.release('content');
  let cuts: Cuts | null = null;
  if (mode === 'burst')
    cuts = joinBursts(images, { forest, limit, copies: joinNearCopies(copies, images, { forest, limit }) });
  else if (mode !== 'image') joinSessions(images, mode === 'minute', forest);
  images.release('look');
  return { ...collect(images, forest, mode), cuts };
}

/** Joins the images of equal content. An open hash table of their numbers: 6 bytes an image. */
function joinCopies(images: PackedImages, forest: Forest): void {
  const slots = newIntegers(Math.ceil(images.length * 1.5) + 1).fill(-1);
  for (let index = 0; index < images.length; index += 1) {
    const content = images.content(index);
    if (content === null || !images.counts(index)) continue;
    let slot = content % slots.length;
    while (slots[slot]! >= 0 && !images.areCopies(slots[slot]!, index)) slot = (slot + 1) % slots.length;
    if (slots[slot]! >= 0) forest.unite(slots[slot]!, index);
    else slots[slot] = index;
  }
  discard(slots);
}

/** Times the limit of a burst: near copies are fewer than frames, and are cut only where there are so many that no share could be kept. */
const WHOLE = 4;

/**
 * Joins the near copies of each group that is small enough.
 * @returns the others in the order of time: what looks the same for so long is cut as a burst is
 */
function joinNearCopies(
  copies: readonly (readonly string[])[],
  images: PackedImages,
  { forest, limit }: { forest: Forest; limit: number },
): number[][] {
  if (copies.length === 0) return [];
  const groupOf = new Map(copies.flatMap((ids, group) => ids.map((id) => [id, group])));
  const groups: number[][] = copies.map(() => []);
  for (let index = 0; index < images.length; index += 1) {
    const group = images.counts(index) ? groupOf.get(images.id(index)) : undefined;
    if (group !== undefined) groups[group]!.push(index);
  }
  for (const group of groups)
    if (group.length <= WHOLE * limit) for (const other of group) forest.unite(group[0]!, other);
  const inTime = (group: number[]) => group.sort((a, b) => (isEarlier(images, a, b) ? -1 : 1));
  return groups.filter((group) => group.length > WHOLE * limit).map(inTime);
}

/** Joins the images of each session, or only those of the same minute of it. */
function joinSessions(images: PackedImages, byMinute: boolean, forest: Forest): void {
  const minute = (index: number) => (byMinute ? Math.floor(images.date(index) / MINUTE) : 0);
  const apart = (a: number, b: number) => images.session(a) - images.session(b) || minute(a) - minute(b);
  const frames = sortIndexes(framesOfSessions(images), apart);
  for (let at = 1; at < frames.length; at += 1)
    if (apart(frames[at - 1]!, frames[at]!) === 0) forest.unite(frames[at - 1]!, frames[at]!);
  discard(frames);
}

/** The groups in the order of their hashes. */
function collect(images: PackedImages, forest: Forest, mode: GroupMode): Omit<Grouping, 'cuts'> {
  const { numberOf, earliest } = findEarliest(images, forest);
  const order = orderByHash(images, earliest, mode);
  const inOrder = newIndexes(order.length);
  for (let group = 0; group < order.length; group += 1) inOrder[order[group]!] = group;
  discard(earliest, order);
  const listed = listMembers(images, (index) => inOrder[numberOf[forest.find(index)]!]!, inOrder.length);
  discard(numberOf, inOrder);
  forest.release();
  return listed;
}

/** @param earliest the earliest image of each group, from which its name is made */
function orderByHash(images: PackedImages, earliest: Uint32Array, mode: GroupMode): Uint32Array {
  const nameOf = (index: number) => {
    const [id, date] = [images.id(index), images.date(index)];
    return groupName({ id, date, session: images.sessions.values[images.session(index)]! }, mode);
  };
  const places = numbersOf(earliest, (index) => placeOf(nameOf(index)));
  const order = sortIndexes(
    indexesTo(earliest.length),
    (a, b) => places[a]! - places[b]! || (nameOf(earliest[a]!) < nameOf(earliest[b]!) ? -1 : 1),
  );
  discard(places);
  return order;
}

/** Numbers the groups as they are found: by their representatives, and the earliest image of each. */
function findEarliest(images: PackedImages, forest: Forest) {
  const numberOf = newIntegers(images.length).fill(-1);
  const earliest = newIndexes(images.length);
  let groups = 0;
  for (let index = 0; index < images.length; index += 1) {
    if (!images.counts(index)) continue;
    const root = forest.find(index);
    const known = numberOf[root]!;
    if (known < 0) {
      numberOf[root] = groups;
      earliest[groups++] = index;
    } else if (isEarlier(images, index, earliest[known]!)) earliest[known] = index;
  }
  return { numberOf, earliest: earliest.subarray(0, groups) };
}

function isEarlier(images: PackedImages, a: number, b: number): boolean {
  const [first, second] = [images.date(a), images.date(b)];
  return first < second || (first === second && images.id(a) < images.id(b));
}

/** The members of each group in the order of their numbers: counted first, then put in their places. */
function listMembers(images: PackedImages, groupOf: (index: number) => number, groups: number) {
  const starts = newIndexes(groups + 1);
  const eachMember = (take: (index: number, group: number) => void) => {
    for (let index = 0; index < images.length; index += 1)
      if (images.counts(index)) take(index, groupOf(index));
  };
  eachMember((_, group) => {
    starts[group + 1]! += 1;
  });
  for (let group = 0; group < groups; group += 1) starts[group + 1]! += starts[group]!;
  const members = newIndexes(starts[groups]!);
  eachMember((index, group) => {
    members[starts[group]!++] = index;
  });
  // Each has reached the start of the next one.
  starts.copyWithin(1, 0).fill(0, 0, 1);
  return { members, starts };
}

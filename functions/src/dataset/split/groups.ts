import type { ImageRecord, SetType } from '../../common/model.ts';
import { type Cuts, joinBursts } from './bursts.ts';
import { Forest } from './forest.ts';
import { placeOf } from './place.ts';

/** How images are grouped (Contract 4): by burst, by session and minute, by session, or not at all. */
export const GROUP_MODES = ['burst', 'minute', 'session', 'image'] as const;
export type GroupMode = (typeof GROUP_MODES)[number];

/** What the split needs of an image. Compact, because there may be 100,000 of them. */
export interface SplitImage {
  id: string;
  set: SetType;
  /** `''` outside a session. */
  session: string;
  /** Unix milliseconds. */
  date: number;
  /** Difference hash; `''` if there is none. */
  look: string;
  /** Ids of the tags that it contains: its classes. */
  tags: readonly string[];
  /** Stands for the bytes: the same text means the same bytes (for example a hash). */
  content?: string;
}

/** Images that must be in the same set. */
export interface Group {
  /** Position in the order of the hashes. */
  place: number;
  name: string;
  /** Indexes of its images in the list that was grouped. */
  members: number[];
}

export interface Grouping {
  /** In the order of their hashes. */
  groups: Group[];
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

/**
 * @param content what stands for the stored bytes, in the same way for all images. Default: the record's hash, or its URI if
 *   it has none, because two records of one object are one image to the importer
 */
export function toSplitImage(
  image: Pick<ImageRecord, 'id' | 'uri' | 'set' | 'session' | 'date' | 'look' | 'tagsContained' | 'content'>,
  content?: string,
): SplitImage {
  const { id, set, session, date, look, tagsContained } = image;
  return {
    id,
    set,
    session,
    date,
    look,
    tags: tagsContained,
    content: content ?? (image.content || image.uri),
  };
}

/**
 * Groups the images. Identical bytes are always in one group. REVIEW images are left out and join nothing.
 * @param limit maximum number of images in a burst; larger bursts are cut
 */
export function gatherGroups(images: readonly SplitImage[], mode: GroupMode, limit: number): Grouping {
  const members = [...images.keys()].filter((index) => images[index]!.set !== 'REVIEW');
  const forest = new Forest(images.length);
  joinEqual(members, forest, (index) => images[index]!.content);
  let cuts: Cuts | null = null;
  if (mode === 'burst') cuts = joinBursts(images, members, forest, limit);
  else joinEqual(members, forest, (index) => groupName(images[index]!, mode));
  const groups = collect(images, members, forest, mode);
  return { groups: groups.sort(byPlace), cuts };
}

export const byPlace = (a: Group, b: Group): number => a.place - b.place || (a.name < b.name ? -1 : 1);

function joinEqual(
  members: readonly number[],
  forest: Forest,
  textOf: (index: number) => string | undefined,
): void {
  const firstWith = new Map<string, number>();
  for (const index of members) {
    const text = textOf(index);
    if (text === undefined) continue;
    const first = firstWith.get(text);
    if (first === undefined) firstWith.set(text, index);
    else forest.unite(first, index);
  }
}

function collect(
  images: readonly SplitImage[],
  members: readonly number[],
  forest: Forest,
  mode: GroupMode,
): Group[] {
  const lists = new Map<number, number[]>();
  for (const index of members) {
    const root = forest.find(index);
    const list = lists.get(root);
    // Most groups may have one image only: an array that starts empty would reserve room for several.
    if (list) list.push(index);
    else lists.set(root, [index]);
  }
  return [...lists.values()].map((list) => {
    const earliest = list.reduce((a, b) => (isEarlier(images[b]!, images[a]!) ? b : a));
    const name = groupName(images[earliest]!, mode);
    return { place: placeOf(name), name, members: list };
  });
}

const isEarlier = (a: SplitImage, b: SplitImage): boolean =>
  a.date < b.date || (a.date === b.date && a.id < b.id);

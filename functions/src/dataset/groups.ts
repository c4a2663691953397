import { hash } from 'node:crypto';
import type { ImageRecord, SetType } from '../common/model.ts';

/** How images are held together (Contract 4): by session and clock minute, by session, or not at all. */
export const GROUP_MODES = ['burst', 'session', 'image'] as const;
export type GroupMode = (typeof GROUP_MODES)[number];

/** What the split needs of an image: compact, so that 100,000 of them fit easily. */
export interface SplitImage {
  id: string;
  set: SetType;
  /** Name of its group, as `groupName` gives it. */
  group: string;
  /** Ids of the tags that it contains; decides in which stratum its group stands. */
  tags: readonly string[];
  /** Stands for the bytes: equal text means equal bytes (a hash with the size, say). */
  content?: string;
}

/** Images that must stand in one set. */
export interface Group {
  /** Where it stands in the order of the hashes: 48 bits of SHA-256 of its name. */
  place: number;
  name: string;
  /** Indexes of its images in the list that was grouped. */
  members: number[];
}

const MINUTE = 60_000;

/** The group of an image by its record alone. An image without session is its own group. */
export function groupName(image: Pick<ImageRecord, 'id' | 'session' | 'date'>, mode: GroupMode): string {
  if (mode === 'image' || image.session === '') return `image:${image.id}`;
  if (mode === 'session') return `session:${image.session}`;
  return `burst:${Math.floor(image.date / MINUTE)}:${image.session}`;
}

/**
 * @param content what stands for the stored bytes, of the same kind for all images; without it the record's own
 *   hash counts, and for records that have none the uri: two records of one object are one image to the importer
 */
export function toSplitImage(
  image: Pick<ImageRecord, 'id' | 'uri' | 'set' | 'session' | 'date' | 'tagsContained' | 'content'>,
  mode: GroupMode,
  content?: string,
): SplitImage {
  const { id, set, tagsContained } = image;
  const bytes = content ?? (image.content || image.uri);
  return { id, set, group: groupName(image, mode), tags: tagsContained, content: bytes };
}

/**
 * Gathers the images into groups, in the order of the groups' hashes. Groups that hold the same bytes become one,
 * which bears the name, and so takes the place, of that one of them whose hash is the lowest. REVIEW images are
 * left out and hold nothing together.
 */
export function gatherGroups(images: readonly SplitImage[]): Group[] {
  const named = new Map<string, Group>();
  images.forEach((image, index) => {
    if (image.set === 'REVIEW') return;
    const group = named.get(image.group);
    if (group) group.members.push(index);
    else named.set(image.group, newGroup(image.group, index));
  });
  const groups = [...named.values()].sort(byPlace);
  return joinByContent(groups, images);
}

export const byPlace = (a: Group, b: Group): number => a.place - b.place || (a.name < b.name ? -1 : 1);

function newGroup(name: string, member: number): Group {
  const place = Number.parseInt(hash('sha256', name, 'hex').slice(0, 12), 16);
  // Most groups may have one image: a list that begins empty would be given room for many.
  return { place, name, members: [member] };
}

/** Union-find over the sorted groups; the root is always the first of its kind. */
function joinByContent(groups: readonly Group[], images: readonly SplitImage[]): Group[] {
  const parents = Int32Array.from(groups.keys());
  const firstWith = new Map<string, number>();
  groups.forEach(({ members }, index) => {
    for (const member of members) {
      const content = images[member]!.content;
      if (content === undefined) continue;
      const other = firstWith.get(content);
      if (other === undefined) firstWith.set(content, index);
      else unite(parents, other, index);
    }
  });
  groups.forEach((group, index) => {
    const root = findRoot(parents, index);
    if (root !== index) for (const member of group.members) groups[root]!.members.push(member);
  });
  return groups.filter((_, index) => parents[index] === index);
}

function unite(parents: Int32Array, a: number, b: number): void {
  const [first, second] = [findRoot(parents, a), findRoot(parents, b)];
  parents[Math.max(first, second)] = Math.min(first, second);
}

function findRoot(parents: Int32Array, index: number): number {
  let at = index;
  while (parents[at] !== at) {
    parents[at] = parents[parents[at]!]!;
    at = parents[at]!;
  }
  return at;
}

/** The order of a dataset's classes. Pure. */
import type { Tag } from '../../../data/records/tags.ts';

export interface Placed {
  id: string;
  order: number;
}

type Ordered = Pick<Tag, 'id' | 'order'>;

/** Moves a class up (negative) or down by some positions. @returns the classes whose position changes */
export function moveClass(tags: readonly Ordered[], id: string, by: number): Placed[] {
  const from = tags.findIndex((tag) => tag.id === id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= tags.length) return [];
  const moved = tags.toSpliced(from, 1).toSpliced(to, 0, tags[from] as Ordered);
  const before = new Map(tags.map(({ id: each, order }) => [each, order]));
  return moved
    .map((tag, order) => ({ id: tag.id, order }))
    .filter((placed) => before.get(placed.id) !== placed.order);
}

/** The positions that undo a move. */
export const placesBefore = (tags: readonly Ordered[], moved: readonly Placed[]): Placed[] =>
  moved.map(({ id }) => ({ id, order: tags.find((tag) => tag.id === id)?.order ?? 0 }));

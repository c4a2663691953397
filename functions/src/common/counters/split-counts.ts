import { SET_TYPES } from '../../../../packages/records/src/lists.ts';
import { type Counts, noCounts } from './counter-change.ts';

/** Numbers that a tag has: its images, its annotations, its images by set. */
const OF_TAG = 2 + SET_TYPES.length;

/**
 * The same change in pieces of at most so many numbers: one document takes 500 transforms in a commit
 * (Facts: Firestore, Realtime Database, Storage), and an image may have hundreds of tags.
 */
export function splitCounts(change: Counts, most: number): Counts[] {
  const { tag, group, ...totals } = change;
  const pieces: Counts[] = [];
  let piece = { ...noCounts(), ...totals };
  let room = most - OF_TAG;
  const take = (size: number): Counts => {
    room -= size;
    if (room >= 0) return piece;
    pieces.push(piece);
    piece = noCounts();
    room = most - size;
    return piece;
  };
  for (const [id, counts] of Object.entries(tag)) take(OF_TAG).tag[id] = counts;
  for (const [id, counts] of Object.entries(group)) take(2).group[id] = counts;
  return [...pieces, piece];
}

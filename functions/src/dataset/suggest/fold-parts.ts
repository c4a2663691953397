import { vectorStates } from '../../common/adapters/firestore/records/vector-states.ts';
import { folders } from '../../common/adapters/folders.ts';
import type { Dataset } from '../../common/model.ts';
import { type VectorState, vectorFolder } from '../../common/records/vector-ports.ts';
import type { Reading } from '../../common/storage/read-whole.ts';
import type { Look } from './describe-image.ts';
import { readLooks, type Seen, writePart } from './vector-part.ts';

/** Each call that has found something new adds one, and the dataset's record names them all. */
export const MOST_PARTS = 100;
/** Milliseconds. No call takes as long: a part that no state names after them is not about to be named either. */
const LONG_AGO = 3600_000;

/**
 * Makes one part of all, if there are many. Those of before stay for the call after this one to remove: others may be reading them.
 * @returns the dataset's state then
 */
export async function foldParts({ id, vectors }: Dataset, reading: Reading): Promise<VectorState> {
  const from = vectors as VectorState;
  const { parts } = from;
  const { objects } = reading;
  const { length } = vectorFolder(id);
  for await (const { name, updated } of folders.list(vectorFolder(id)))
    if (updated < Date.now() - LONG_AGO && !parts.includes(name.slice(length).replace(/\.\w+$/, '')))
      await objects.remove(name);
  if (parts.length < MOST_PARTS) return from;
  const images: (Seen & Look)[] = [];
  for await (const each of readLooks({ dataset: id, parts }, reading)) images.push(each);
  const { part, names } = await writePart(id, images, objects);
  const to = { ...from, parts: [part] };
  if (await vectorStates.step(id, from, to)) return to;
  for (const name of names) await objects.remove(name);
  return from;
}

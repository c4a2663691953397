/**
 * Deleted tags, at `dataset/{id}/merge/{tag}`: `into` is the tag that took over their images, or null. Requests that still
 * name a deleted tag, such as those of cameras, get the other one. While a merge is open it has `due`: when its images are
 * looked for next. Closed ones have `closedAt`.
 */
import type { MergedTags } from '../../../records/rename-tags.ts';
import { readDocument } from '../documents.ts';
import { text } from '../fields.ts';
import { mergeRef, tagRef } from '../references.ts';

/** Maximum number of successive merges that are followed. */
const MOST_HOPS = 20;

/** @returns undefined for a tag that never existed */
export async function mergedInto(dataset: string, tag: string): Promise<string | null | undefined> {
  let at = tag;
  for (let hops = 0; hops < MOST_HOPS; hops += 1) {
    const merge = await readDocument(mergeRef(dataset, at));
    if (!merge.exists) return undefined;
    at = text(merge.get('into'));
    if (at === '') return null;
    if ((await readDocument(tagRef(dataset, at))).exists) return at;
  }
  return undefined;
}

/**
 * The same for all deleted tags at once.
 * @param into `into` of each, `''` for null
 * @param tags those that the dataset has: one that was created again is not deleted
 */
export function followMerges(
  into: ReadonlyMap<string, string>,
  tags: Pick<ReadonlySet<string>, 'has'>,
): MergedTags {
  const merged = new Map<string, string | null>();
  for (const tag of into.keys()) {
    if (tags.has(tag)) continue;
    let at = into.get(tag);
    for (let hops = 1; at && !tags.has(at) && hops < MOST_HOPS; hops += 1) at = into.get(at);
    if (at === '') merged.set(tag, null);
    else if (at !== undefined && tags.has(at)) merged.set(tag, at);
  }
  return merged;
}

import { distinct, hasLabels } from '../images/list-fields.ts';
import type { ImageRecord } from '../model.ts';

/** Deleted tags: the id of the tag that takes over their images; null if none does. */
export type MergedTags = ReadonlyMap<string, string | null>;

type Labels = Pick<ImageRecord, 'tag' | 'tags' | 'masks' | 'tagsContained'> &
  Partial<Pick<ImageRecord, 'checked'>>;

/** An image as it will be when its deleted tags have been replaced; what used a tag without a replacement is left out. */
export function renameTags<T extends Labels>(record: T, merged: MergedTags): T {
  if (!record.tagsContained.some((tag) => merged.has(tag))) return record;
  const renamed = (tag: string) => (merged.has(tag) ? (merged.get(tag) as string | null) : tag);
  const rename = <L extends { tag: string }>(all: readonly L[]): L[] =>
    all.flatMap((each) => {
      const tag = renamed(each.tag);
      return tag === null ? [] : [{ ...each, tag }];
    });
  const labels = {
    tag: record.tag === null ? null : renamed(record.tag),
    tags: rename(record.tags),
    masks: rename(record.masks),
  };
  return {
    ...record,
    ...labels,
    // Whoever checked it did not say that there is nothing in it.
    checked: record.checked === true && hasLabels(labels),
    tagsContained: distinct(record.tagsContained.map((tag) => renamed(tag) ?? '')),
  };
}

/** Pages of records, with the tags that replace deleted ones. */
export async function* withRenamedTags<T extends Labels>(
  pages: AsyncIterable<readonly T[]>,
  merged: MergedTags,
): AsyncGenerator<readonly T[]> {
  for await (const page of pages)
    yield merged.size === 0 ? page : page.map((record) => renameTags(record, merged));
}

import type { ListedImage } from '../../../../../client/src/curate/records.ts';

/** Those that were read with a later revision than is shown. Pure. */
export const newerOf = (
  shown: readonly ListedImage[],
  read: ReadonlyMap<string, ListedImage>,
): Map<string, ListedImage> =>
  new Map(
    shown.flatMap(({ id, revision }) => {
      const now = read.get(id);
      return now && now.revision > revision ? [[id, now] as const] : [];
    }),
  );

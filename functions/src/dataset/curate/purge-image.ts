import { trash } from '../../common/adapters/firestore/images/trash.ts';
import { objects } from '../../common/adapters/objects.ts';
import type { TrashedImage } from '../../common/images/curate-ports.ts';
import { masksOf, originalOf } from '../../common/storage/own-objects.ts';

/**
 * Removes the objects first and the record last, so that an interrupted purge is found and continued. Meanwhile a camera may
 * send the same frame again, or an import bring it, which creates new objects of the same names: of the original, only the
 * generation that existed when the purge began is removed. Masks are removed before it, and never once it is gone.
 * @returns false if the image was restored meanwhile
 */
export async function purgeImage(trashed: TrashedImage): Promise<boolean> {
  const { record } = trashed;
  const original = originalOf(record, objects);
  const current = await generationOf(trashed);
  const generation = await trash.beginPurge(trashed, trashed.purging ?? current);
  if (generation === null) return false;
  if (current === generation) for (const mask of masksOf(record, objects)) await objects.remove(mask);
  if (original && generation !== '') await objects.remove(original, generation);
  await trash.endPurge(trashed);
  return true;
}

/** Of its original as it is now; `''` if there is none. */
export async function generationOf({ record }: TrashedImage): Promise<string> {
  const original = originalOf(record, objects);
  return (original && (await objects.stat(original))?.generation) ?? '';
}

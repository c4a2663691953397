import type { TagsAt } from '../../common/ports.ts';
import type { Reading } from '../../common/storage/read-whole.ts';
import type { GroupMode } from './groups.ts';

/** A version with more of them, whose preview is asked for with each change of a form, would keep people waiting. */
const MOST = 10_000;

/**
 * The groups of near copies by which a split keeps images together: ids of images, also of some that are not in the split.
 * @returns null where bursts go by thumbnails alone: there are no signatures, or too many
 */
export async function findCopies(
  { dataset, vectors, group }: { dataset: string; vectors: TagsAt['vectors']; group: GroupMode },
  reading: Reading,
): Promise<readonly string[][] | null> {
  if (group !== 'burst' || !vectors || vectors.parts.length === 0 || vectors.have > MOST) return null;
  const { hasSignatures } = await import('../suggest/look.ts');
  if (!hasSignatures(vectors.embedder)) return null;
  const { nearCopies } = await import('../suggest/near-copies.ts');
  const found = await nearCopies({ dataset, parts: vectors.parts, most: MOST }, reading);
  return found?.groups ?? null;
}

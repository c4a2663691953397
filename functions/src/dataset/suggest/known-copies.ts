import type { Dataset } from '../../common/model.ts';
import type { Reading } from '../../common/storage/read-whole.ts';
import { hasSignatures } from './look.ts';
import { nearCopies } from './near-copies.ts';
import { lackOf } from './require-suggest.ts';

interface KnownCopies {
  /** At least two images each. */
  groups: readonly string[][];
  /** Whether more embeddings would change nothing: each image has a signature, or no picture is pending. */
  isFinal: boolean;
}

/** Near copies among some images of a dataset, by their signatures; null where there are none. */
export async function knownCopies(
  dataset: Dataset,
  among: readonly string[],
  reading: Reading,
): Promise<KnownCopies | null> {
  const { id, vectors } = dataset;
  if (!vectors || vectors.parts.length === 0 || !hasSignatures(vectors.embedder)) return null;
  const about = { dataset: id, parts: vectors.parts, most: among.length, among };
  const found = await nearCopies(about, reading);
  const isFinal = found?.images === among.length || lackOf(dataset, vectors) === 0;
  return found && { groups: found.groups, isFinal };
}

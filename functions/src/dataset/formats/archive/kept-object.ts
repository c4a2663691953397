import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import type { ManifestImage } from '../../../../../packages/records/src/manifest.ts';
import { begun } from '../../../common/begun.ts';
import { faultOf } from '../../../common/foreign-errors.ts';
import { isOwnMask } from '../../../common/storage/own-objects.ts';
import type { Reading } from '../../../common/storage/read-whole.ts';

/** An object as a version names it. */
export interface KeptObject {
  name: string;
  generation: string;
  /** What the version knows about the bytes of an original; null for a mask. */
  known: Pick<ManifestImage, 'size' | 'sha256'> | null;
}

/**
 * Starts to read an object of a version. An object that was deleted and restored has another generation. It is read too if
 * its bytes are those of the version.
 * @throws Storage's error, with code 412 if the object is another one; the reason of `signal`
 */
export async function openKept(object: KeptObject, reading: Reading): Promise<AsyncGenerator<Buffer>> {
  const { objects, signal } = reading;
  const open = (generation: string) =>
    begun<Buffer>(addAbortSignal(signal, objects.read(object.name, generation)));
  try {
    return await open(object.generation);
  } catch (error) {
    const restored = faultOf(error) === 'changed' ? await restoredGeneration(object, reading) : null;
    if (restored === null) throw error;
    return open(restored);
  }
}

/** Null if the bytes are not those of the version. Without a digest, originals of other programs are compared by size. */
async function restoredGeneration(
  { name, known }: KeptObject,
  { objects, signal }: Reading,
): Promise<string | null> {
  const stat = await objects.stat(name);
  if (!stat) return null;
  const { generation, size } = stat;
  if (!known) return isOwnMask(name) ? generation : null;
  if (size !== known.size) return null;
  if (known.sha256 === '') return generation;
  const digest = createHash('sha256');
  for await (const chunk of addAbortSignal(signal, objects.read(name, generation))) digest.update(chunk);
  return digest.digest('hex') === known.sha256 ? generation : null;
}

import type { Caller } from '../common/access/caller.ts';
import { datasets } from '../common/adapters/firestore/records/datasets.ts';
import { tombstones } from '../common/adapters/firestore/records/tombstones.ts';
import { HttpError } from '../common/errors.ts';
import { finishTombstone, removeImage } from '../common/images/remove-image.ts';
import { noteLogFields } from '../common/log.ts';
import type { Tombstone } from '../common/ports.ts';
import type { EncodedUri } from './encoded-uri.ts';
import { findImage, judgeFolders } from './find-image.ts';

interface Input {
  uri: EncodedUri;
  caller: Caller;
}

/**
 * Deletes an image with everything that belongs to it (Spec 4.2). If an earlier call was interrupted, this one completes its
 * work and succeeds.
 * @throws HttpError `delete refused` if there is no such image, `uri invalid`, `forbidden`
 */
export async function deleteImage(input: Input): Promise<void> {
  const found = await findImage(input.uri, input.caller, 'editor');
  if (found) {
    const { id, dataset, monitor } = found.record;
    noteLogFields({ image: id, dataset, ...(monitor !== null && { monitor }) });
    return removeImage(found.record);
  }
  const tombstone = await findTombstone(input);
  if (!tombstone) throw new HttpError('delete refused');
  await finishTombstone(tombstone);
}

async function findTombstone({ uri, caller }: Input): Promise<Tombstone | null> {
  const [tombstone, folders] = await Promise.all([
    tombstones.find(uri.encoded),
    judgeFolders(uri, caller, 'editor', datasets),
  ]);
  if (!tombstone) return null;
  const verdict = folders.get(tombstone.dataset)?.verdict;
  if (verdict === 'low') throw new HttpError('forbidden');
  return verdict === 'yes' ? tombstone : null;
}

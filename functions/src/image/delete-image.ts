import type { Caller } from '../common/access/caller.ts';
import { HttpError } from '../common/errors.ts';
import { finishTombstone, type RemovePorts, removeImage } from '../common/images/remove-image.ts';
import { noteLogFields } from '../common/log.ts';
import type { Tombstone } from '../common/ports.ts';
import type { EncodedUri } from './encoded-uri.ts';
import { type FindPorts, findImage, judgeFolders } from './find-image.ts';

type Ports = FindPorts & RemovePorts;

interface Input {
  uri: EncodedUri;
  caller: Caller;
}

/**
 * Deletes an image with everything that belongs to it (Spec 4.2). If an earlier call was interrupted, this one completes its
 * work and succeeds.
 * @throws HttpError `delete refused` if there is no such image, `uri invalid`, `forbidden`
 */
export async function deleteImage(input: Input, ports: Ports): Promise<void> {
  const found = await findImage(input.uri, input.caller, 'editor', ports);
  if (found) {
    const { id, dataset, monitor } = found.record;
    noteLogFields({ image: id, dataset, ...(monitor !== null && { monitor }) });
    return removeImage(found.record, ports);
  }
  const tombstone = await findTombstone(input, ports);
  if (!tombstone) throw new HttpError('delete refused');
  await finishTombstone(tombstone, ports);
}

async function findTombstone({ uri, caller }: Input, ports: Ports): Promise<Tombstone | null> {
  const [tombstone, folders] = await Promise.all([
    ports.tombstones.find(uri.encoded),
    judgeFolders(uri, caller, 'editor', ports.datasets),
  ]);
  if (!tombstone) return null;
  const verdict = folders.get(tombstone.dataset)?.verdict;
  if (verdict === 'low') throw new HttpError('forbidden');
  return verdict === 'yes' ? tombstone : null;
}

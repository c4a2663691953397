import type { Caller } from '../common/access/caller.ts';
import { Refusal } from '../common/errors.ts';
import { noteLogFields } from '../common/log.ts';
import type { Removal } from '../common/ports.ts';
import { type FindPorts, findImage, judgeDataset } from './find-image.ts';
import { finishRemoval, type RemovePorts, removeImage } from './remove-image.ts';

type Ports = FindPorts & RemovePorts;

interface Input {
  encoded: string;
  caller: Caller;
}

/**
 * Removes an image with all that belongs to it (Spec 4.2). A call that finds what another one died over finishes that,
 * and succeeds.
 * @throws Refusal `delete refused` when there is no such image, `uri invalid`, `forbidden`
 */
export async function deleteImage(input: Input, ports: Ports): Promise<void> {
  const found = await findImage(input.encoded, input.caller, 'editor', ports);
  if (found) {
    const { id, dataset, monitor } = found.record;
    noteLogFields({ image: id, dataset, ...(monitor !== null && { monitor }) });
    return removeImage(found.record, ports);
  }
  const removal = await findRemoval(input, ports);
  if (!removal) throw new Refusal('delete refused');
  await finishRemoval(removal, ports);
}

async function findRemoval({ encoded, caller }: Input, ports: Ports): Promise<Removal | null> {
  const removal = await ports.removals.find(encoded);
  if (!removal) return null;
  const verdict = await judgeDataset(removal.dataset, caller, 'editor', ports.datasets);
  if (verdict === 'low') throw new Refusal('forbidden');
  return verdict === 'yes' ? removal : null;
}

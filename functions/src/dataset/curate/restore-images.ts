import type { CounterPublisher } from '../../common/counters/counter-publisher.ts';
import { isId } from '../../common/ids.ts';
import type { ImageOutcome, MovedImage, Trash } from '../../common/images/curate-ports.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Datasets } from '../../common/ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { type SettlePorts, settleMoved } from './settle/settle-moved.ts';

interface Ports {
  datasets: Datasets;
  trash: Trash;
  publisher: CounterPublisher;
  settling: () => Promise<SettlePorts>;
}

/**
 * Restores images from the trash (Contract 9: POST trash/restore), with all their fields. Idempotent: an image that is not in the trash any more
 * is `done`.
 * @returns one outcome per image, in their order
 * @throws HttpError `dataset not found`, `forbidden`
 */
export async function restoreImages(
  input: Target & { images: readonly string[] },
  ports: Ports,
): Promise<ImageOutcome[]> {
  const { id } = await requireDataset(input, 'editor', ports.datasets);
  const wanted = [...new Set(input.images)].filter(isId);
  const outcomes = new Map<string, ImageOutcome>();
  const moved: MovedImage[][] = [];
  try {
    while (outcomes.size < wanted.length) {
      const step = await ports.trash.restore(id, wanted.slice(outcomes.size));
      for (const outcome of step.outcomes) outcomes.set(outcome.image, outcome);
      moved.push(step.moved);
    }
  } finally {
    await Promise.all([ports.publisher.note(id), settleMoved(moved, ports.settling)]);
    noteLogFields({ images: input.images.length, changed: moved.flat().length });
  }
  return input.images.map(
    (image) => outcomes.get(image) ?? { image, outcome: 'not found' as const, revision: 0 },
  );
}

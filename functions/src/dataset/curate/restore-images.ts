import { trash } from '../../common/adapters/firestore/images/trash.ts';
import { publisher } from '../../common/counters/counter-publisher.ts';
import { isId } from '../../common/ids.ts';
import type { ImageOutcome, MovedImage } from '../../common/images/curate-ports.ts';
import { noteLogFields } from '../../common/log.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { settleMoved } from './settle/settle-moved.ts';

/**
 * Restores images from the trash (Contract 9: POST trash/restore), with all their fields. Idempotent: an image that is not in the trash any more
 * is `done`.
 * @returns one outcome per image, in their order
 * @throws HttpError `dataset not found`, `forbidden`
 */
export async function restoreImages(input: Target & { images: readonly string[] }): Promise<ImageOutcome[]> {
  const { id } = await requireDataset(input, 'editor');
  return restoreAll(id, input.images);
}

/** The same without a caller. */
export async function restoreAll(id: string, images: readonly string[]): Promise<ImageOutcome[]> {
  const wanted = [...new Set(images)].filter(isId);
  const outcomes = new Map<string, ImageOutcome>();
  const moved: MovedImage[][] = [];
  try {
    while (outcomes.size < wanted.length) {
      const step = await trash.restore(id, wanted.slice(outcomes.size));
      for (const outcome of step.outcomes) outcomes.set(outcome.image, outcome);
      moved.push(step.moved);
    }
  } finally {
    await Promise.all([publisher.note(id), settleMoved(moved)]);
    noteLogFields({ images: images.length, changed: moved.flat().length });
  }
  return images.map((image) => outcomes.get(image) ?? { image, outcome: 'not found' as const, revision: 0 });
}

/** Annotations of an image, saved as one change (Contract 9). */

import type { ListedAnnotation } from '../../../../client/src/curate/records.ts';
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import { outbox } from '../outbox/current.ts';

/**
 * Replaces all annotations if the image still has the revision `seen`. It is kept in this browser until the service responds.
 * @returns the new revision
 * @throws SightlineError 409 if somebody else has changed the image
 */
export async function saveAnnotations(
  dataset: string,
  image: string,
  tags: readonly ListedAnnotation[],
  seen: number,
): Promise<number> {
  const [outcome] = await outbox().add(dataset, [{ kind: 'annotate', image, tags, seen }]).answer;
  if (outcome?.outcome === 'done') return outcome.revision;
  throw new SightlineError('The image has changed', { kind: 'refused', status: 409 });
}

export const isStale = (error: unknown): boolean => error instanceof SightlineError && error.status === 409;

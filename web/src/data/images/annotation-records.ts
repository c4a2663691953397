/** Annotations of an image, saved as one change (Contract 9). */

import type { ListedAnnotation } from '../../../../client/src/curate/records.ts';
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import { untilAnswered } from '../persist.ts';
import { service } from '../service.ts';

/**
 * Replaces all annotations if the image still has the revision `seen`. Retries until the service responds.
 * @returns the new revision
 * @throws SightlineError 409 if somebody else has changed the image
 */
export async function saveAnnotations(
  dataset: string,
  image: string,
  tags: readonly ListedAnnotation[],
  seen: number,
): Promise<number> {
  // The route is among those of monitors, but does not depend on the monitor's id.
  const { updateTags } = service().monitors('any');
  const update = { dataset, imageID: image, tags: [...tags], seen };
  await untilAnswered(() => updateTags.call(service().monitors('any'), update));
  return seen + 1;
}

export const isStale = (error: unknown): boolean => error instanceof SightlineError && error.status === 409;

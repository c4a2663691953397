import { inOrder } from '../../../../../packages/concurrency/src/in-order.ts';
import { ImportFault, unlessFault } from '../../../../../packages/formats/src/read/import-fault.ts';
import { MOST_LABELS } from '../../../../../packages/formats/src/read/order-labels.ts';
import { NO_LABELS, type Plan, type PlannedImage } from '../../../../../packages/formats/src/read/plan.ts';
import { readLabels } from './read-labels.ts';

/** For `inOrder`. */
export const IMAGES_AHEAD = { items: 8, weight: Infinity, weigh: () => 0 };

/**
 * All labels of an archive: those that it declares, and then the others in the order of its images, which are read for it only
 * if they may have others. Which tag a label becomes depends on all of them.
 * @throws ImportFault
 */
export async function surveyLabels(plan: Plan): Promise<string[]> {
  const labels = new Set(plan.declared);
  const read = (image: PlannedImage) => unlessFault(readLabels(image), () => NO_LABELS);
  const images = plan.hasMore ? plan.images : [];
  for await (const { classes, boxes, masks } of inOrder(images, read, IMAGES_AHEAD)) {
    for (const label of classes) labels.add(label);
    for (const { label } of boxes) labels.add(label);
    for (const { label } of masks) labels.add(label);
    requireFew(labels.size);
  }
  requireFew(labels.size);
  return [...labels];
}

function requireFew(labels: number): void {
  if (labels > MOST_LABELS)
    throw new ImportFault(`the archive has ${labels} labels or more; at most ${MOST_LABELS} are read`);
}

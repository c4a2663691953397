import { inOrder } from '../../../common/concurrency/in-order.ts';
import { isPauseDue, pause } from '../../../common/concurrency/pause.ts';
import { LABELS_AHEAD } from '../archive/budget.ts';
import { ImportFault, unlessFault } from '../import-fault.ts';
import { NO_LABELS, type Plan, type PlannedImage } from '../plan.ts';
import { MOST_LABELS } from './order-labels.ts';
import { readLabels } from './read-labels.ts';

/** For `inOrder`. */
export const IMAGES_AHEAD = { ...LABELS_AHEAD, weigh: ({ weight = 0 }: PlannedImage) => weight };

/**
 * All labels of an archive: those that it declares, and then the others in the order of its images, which are read for it only
 * if they may have others. Which tag a label becomes depends on all of them.
 * @throws ImportFault
 */
export async function surveyLabels(plan: Plan, signal: AbortSignal): Promise<string[]> {
  const labels = new Set(plan.declared);
  const read = (image: PlannedImage) => unlessFault(readLabels(image), () => NO_LABELS);
  const images = plan.hasMore ? plan.images : [];
  for await (const { classes, boxes, masks } of inOrder(images, read, IMAGES_AHEAD)) {
    if (isPauseDue()) await pause();
    signal.throwIfAborted();
    for (const label of classes) labels.add(label);
    for (const { label } of boxes) labels.add(label);
    for (const { label } of masks) labels.add(label);
    requireFew(labels.size);
  }
  requireFew(labels.size);
  return [...labels];
}

function requireFew(labels: number): void {
  if (labels > MOST_LABELS) throw new ImportFault(`the archive has more than ${MOST_LABELS} labels`);
}

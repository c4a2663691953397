import { requireBounded } from '../../../../../packages/formats/src/read/budget.ts';
import type { ImageLabels, PlannedImage } from '../../../../../packages/formats/src/read/plan.ts';

/** The labels of an image, as far as anybody may need them. @throws FileFault */
export async function readLabels(image: PlannedImage): Promise<ImageLabels> {
  const labels = await image.labels();
  requireBounded(countOf(labels));
  return labels;
}

export const countOf = ({ classes, boxes, masks }: ImageLabels): number =>
  classes.length + boxes.length + masks.length;

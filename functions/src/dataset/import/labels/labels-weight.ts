import { textWeight } from '../archive/budget.ts';
import type { ImageLabels, LabelMask } from '../plan.ts';

/** Estimated bytes of a box, of a mask without its outline, and of a number. */
const BOX = 160;
const MASK = 240;
const NUMBER = 8;

/** Estimated bytes of labels that are held. */
export const heldWeight = ({ classes, boxes, masks }: ImageLabels): number =>
  classes.reduce((sum, label) => sum + textWeight(label), 0) +
  boxes.reduce((sum, { label }) => sum + BOX + textWeight(label), 0) +
  masks.reduce((sum, mask) => sum + maskWeight(mask), 0);

function maskWeight({ label, source }: LabelMask): number {
  const about = MASK + textWeight(label);
  if (source.kind === 'rle' || source.kind === 'rows')
    return about + source.counts.length * (typeof source.counts === 'string' ? 2 : NUMBER);
  if (source.kind === 'picture') return about;
  if (source.kind === 'patch' || source.kind === 'alpha') return about + source.png.length;
  return source.polygons.reduce((sum, { length }) => sum + MASK + length * NUMBER, about);
}

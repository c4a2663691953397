import type { NewTag } from '../../../records/record-ports.ts';
import type { Fields } from '../fields.ts';

/** Spec 2.2. */
export const newTagFields = ({ id, name, color, key, unclassified, bad }: NewTag): Fields => ({
  id,
  name,
  color,
  ...(key !== '' && { key }),
  unclassified,
  ...(bad && { bad }),
  imageCounter: 0,
  annotationCounter: 0,
});

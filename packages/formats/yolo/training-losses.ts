import { type Counted, isClassified, type Loss } from '../src/format.ts';
import { leftOut, said } from '../src/loss.ts';

/** What Ultralytics does not train with, or without. @param withoutVal where no image of boxes is in VALIDATION */
export function trainingLosses({ type, counts }: Counted, withoutVal: (emptySet: string) => Loss[]): Loss[] {
  const { images, features, sets } = counts;
  const empty = 'No image is in VALIDATION';
  const unclassified = isClassified(type) ? images - features.classified : 0;
  const instead = () => (isClassified(type) ? said('no-validation', `${empty}.`) : withoutVal(empty));
  return [
    ...leftOut('unclassified', unclassified, 'without a class'),
    ...(sets.VALIDATION > 0 ? [] : instead()),
  ];
}

export const withoutTrain = ({ counts: { sets } }: Counted): Loss[] =>
  sets.TRAIN > 0 ? [] : said('no-train', 'No image is in TRAIN: Ultralytics does not train with it.');

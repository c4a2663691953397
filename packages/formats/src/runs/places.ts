import type { Prediction } from '../../../records/src/run-lines.ts';
import { boundsOf, type UnitBox } from '../shape/unit-boxes.ts';
import type { Classes } from '../write/export-source.ts';
import type { SaidImage } from './said-image.ts';

export type SaidImages = AsyncIterable<SaidImage>;

interface Placed extends Pick<Prediction, 'score' | 'rle'> {
  place: UnitBox;
  /** Number of the class in the version, from 0. */
  is: number;
}

/** Those of a class of the version, with a place. */
export function placesOf(predictions: readonly Prediction[], classes: Classes): Placed[] {
  return predictions.flatMap((each) => {
    const [is, place] = [classes.of(each.tag), boundsOf(each)];
    return is === undefined || !place ? [] : [{ ...each, is, place }];
  });
}

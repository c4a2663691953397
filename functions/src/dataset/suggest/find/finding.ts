/** What an order of images is made from. */
import type { Dataset } from '../../../common/model.ts';
import type { VectorState } from '../../../common/records/vector-ports.ts';
import type { Reading } from '../../../common/storage/read-whole.ts';

export interface Finding {
  dataset: Dataset;
  parts: VectorState['parts'];
  /** Tag of the good ones, if it was named. */
  good: string | undefined;
  reading: Reading;
}

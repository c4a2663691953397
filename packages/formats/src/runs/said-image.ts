import type { ManifestImage } from '../../../records/src/manifest.ts';
import type { Prediction } from '../../../records/src/run-lines.ts';
import type { FileName } from '../write/file-names.ts';

/** What a run says of an image of a version, under the number and name that the version's exports give it. */
export interface SaidImage {
  image: ManifestImage;
  /** From 1, in the order of the version. */
  number: number;
  name: FileName;
  predictions: readonly Prediction[];
}

import type { DatasetType } from '../../records/src/lists.ts';
import type { Counted, Holds, Loss } from '../src/format.ts';
import { leftOut, missing, said } from '../src/loss.ts';

/** What the importers of Google take. */
export function importerHolds(type: DatasetType): Holds {
  const isDetection = type === 'imageObjectDetection';
  return { boxes: isDetection, classes: !isDetection, masks: false, knowsUnlabelled: true };
}

/** The importer's own limits (Contract 4). */
export function importerLosses({ type, counts: { features } }: Counted): Loss[] {
  const { largeImages, smallBoxes, manyBoxes } = features;
  const isDetection = type === 'imageObjectDetection';
  const boxes = isDetection
    ? [
        missing('small-boxes', smallBoxes, 'box with an edge under 0.01', 'boxes with an edge under 0.01'),
        missing(
          'many-boxes',
          manyBoxes,
          'box after the 500th of an image',
          'boxes after the 500th of an image',
        ),
      ].flat()
    : [];
  return [...leftOut('large-images', largeImages, 'over 30 MB'), ...boxes];
}

/** The same, and Vertex AI's. */
export function vertexLosses(version: Counted): Loss[] {
  const { webp } = version.counts.features;
  const listed = `Vertex AI does not list WebP for training; ${webp} images are WebP.`;
  return [...importerLosses(version), ...(webp === 0 ? [] : said('webp', listed, webp))];
}

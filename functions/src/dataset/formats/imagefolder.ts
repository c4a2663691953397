/**
 * Hugging Face's imagefolder: a folder for each set, with a `metadata.jsonl` that lists its images: `label`, `labels`, or
 * `objects` with boxes in pixels (x, y, width, height) and their categories.
 */

import type { ManifestImage } from '../../common/manifest.ts';
import type { TrainingSet } from '../../common/model.ts';
import { pixelBox } from '../boxes.ts';
import type { ArchiveFormat, TailFile, TailInput } from './archive-format.ts';
import { containedClasses, type ExportSource, isClassified, LONG_SETS, SETS } from './export-source.ts';
import { FileNames } from './file-names.ts';
import { roundedPixels, unitBox } from './unit-box.ts';

export const imagefolder: ArchiveFormat = {
  placing: () => {
    const names = new FileNames();
    return (image) => ({ paths: [`${LONG_SETS[image.set]}/${names.take(image, image.set).file}`] });
  },
  tail: (source, input) =>
    SETS.filter((set) => source.counts.sets[set] > 0).map(
      (set): TailFile => ({ path: `${LONG_SETS[set]}/metadata.jsonl`, pieces: lines(set, source, input) }),
    ),
};

async function* lines(set: TrainingSet, source: ExportSource, { placed }: TailInput): AsyncGenerator<string> {
  for await (const { image, place } of placed()) {
    if (image.set !== set) continue;
    const file_name = place.paths[0]?.split('/').at(-1);
    yield `${JSON.stringify({ file_name, ...labelsOf(image, source) })}\n`;
  }
}

/** All lines of a set have the same keys, because the reader converts them to columns. */
function labelsOf(image: ManifestImage, { type, classes }: ExportSource): object {
  const nameOf = (number: number | undefined) => classes.names[number ?? -1] ?? null;
  if (isClassified(type)) return { label: nameOf(classes.of(image.tag)) };
  const whole = type === 'MULTILABEL' ? { labels: containedClasses(image, classes).map(nameOf) } : {};
  return { ...whole, objects: objectsOf(image, classes.of, nameOf) };
}

function objectsOf(
  image: ManifestImage,
  numberOf: (tag: string) => number | undefined,
  nameOf: (number: number | undefined) => string | null,
): { bbox: number[][]; categories: (string | null)[] } {
  const found = image.tags.flatMap((annotation) => {
    const box = unitBox(annotation);
    const category = nameOf(numberOf(annotation.tag));
    if (!box || category === null) return [];
    return [{ category, bbox: pixelBox(box, image, roundedPixels) }];
  });
  return { bbox: found.map(({ bbox }) => bbox), categories: found.map(({ category }) => category) };
}

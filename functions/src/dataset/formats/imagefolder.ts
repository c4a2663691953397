/**
 * Hugging Face's imagefolder: a folder for each set, with a `metadata.jsonl` that lists its images: `label`, `labels`, or
 * `objects` with boxes in pixels (x, y, width, height) and their categories.
 */

import type { ManifestImage } from '../../common/manifest.ts';
import type { TrainingSet } from '../../common/model.ts';
import type { ArchiveFormat, TailFile, TailInput } from './archive-format.ts';
import { containedClasses, type ExportSource, isClassified, SETS } from './export-source.ts';
import { FileNames } from './file-names.ts';
import { unitBox } from './unit-box.ts';

/** The names that the reader knows. */
const FOLDERS: Readonly<Record<TrainingSet, string>> = {
  TRAIN: 'train',
  VALIDATION: 'validation',
  TEST: 'test',
};
/** Decimals of a pixel. */
const GRAIN = 1e6;

export const imagefolder: ArchiveFormat = {
  head: () => [],
  placing: () => {
    const names = new FileNames();
    return (image) => ({ paths: [`${FOLDERS[image.set]}/${names.take(image, image.set).file}`] });
  },
  tail: (source, input) =>
    SETS.filter((set) => source.counts.sets[set] > 0).map(
      (set): TailFile => ({ path: `${FOLDERS[set]}/metadata.jsonl`, pieces: lines(set, source, input) }),
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
  { tags, width, height }: ManifestImage,
  numberOf: (tag: string) => number | undefined,
  nameOf: (number: number | undefined) => string | null,
): { bbox: number[][]; categories: (string | null)[] } {
  const found = tags.flatMap((annotation) => {
    const box = unitBox(annotation);
    const category = nameOf(numberOf(annotation.tag));
    if (!box || category === null) return [];
    const { x1, y1, x2, y2 } = box;
    return [{ category, bbox: [x1 * width, y1 * height, (x2 - x1) * width, (y2 - y1) * height].map(round) }];
  });
  return { bbox: found.map(({ bbox }) => bbox), categories: found.map(({ category }) => category) };
}

const round = (pixels: number): number => Math.round(pixels * GRAIN) / GRAIN;

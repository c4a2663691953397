/**
 * Hugging Face's imagefolder: a folder for each set, with a `metadata.jsonl` that lists its images: `label`, `labels`, or
 * `objects` with boxes in pixels (x, y, width, height) and their categories. The reader derives the types of each set from its
 * values, and refuses sets whose types differ.
 */

import type { TrainingSet } from '../../records/src/lists.ts';
import type { ManifestImage } from '../../records/src/manifest.ts';
import { perSet } from '../../records/src/per-set.ts';
import { isClassified } from '../src/format.ts';
import type { ArchiveFormat, Survey, TailFile, TailInput } from '../src/write/archive-format.ts';
import { pixelBox } from '../src/write/boxes.ts';
import { containedClasses, type ExportSource, LONG_SETS, SETS } from '../src/write/export-source.ts';
import { FileNames } from '../src/write/file-names.ts';
import { untypedSet } from '../src/write/losses.ts';
import { roundedPixels, unitBox } from '../src/write/unit-box.ts';

export const imagefolder: ArchiveFormat = {
  survey: untypedSets,
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
    yield `${jsonOf({ file_name, ...labelsOf(image, source) })}\n`;
  }
}

/** A field whose numbers all happen to be whole must not become one of whole numbers: boxes have decimals. */
const jsonOf = (row: Row): string =>
  JSON.stringify({ ...row, ...(row.objects && { objects: { ...row.objects, bbox: BOXES } }) }).replace(
    JSON.stringify(BOXES),
    () => `[${row.objects?.bbox.map((box) => `[${box.map(decimal).join(',')}]`).join(',')}]`,
  );

/** Stands for the boxes. It cannot occur in a string, where each quote is escaped. */
const BOXES = [''];

const decimal = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));

/** A list that is empty in all images of a set has no type: the reader takes such a set by itself only. */
function untypedSets(source: ExportSource): Survey {
  const found = perSet(() => ({ images: 0, typed: new Set<string>() }));
  const typed = new Set<string>();
  return {
    see: (image) => {
      const { labels, objects } = labelsOf(image, source);
      found[image.set].images += 1;
      for (const [field, list] of Object.entries({ labels, objects: objects?.categories }))
        if (list && list.length > 0) for (const seen of [typed, found[image.set].typed]) seen.add(field);
    },
    notes: () =>
      SETS.flatMap((set) => {
        const { images, typed: own } = found[set];
        const lacks = [...typed].filter((field) => !own.has(field));
        return images === 0 || lacks.length === 0 ? [] : untypedSet(set, images, lacks);
      }),
  };
}

interface Row {
  file_name?: string | undefined;
  label?: string | null;
  labels?: (string | null)[];
  objects?: { bbox: number[][]; categories: (string | null)[] };
}

/** All lines of a set have the same keys, because the reader converts them to columns. */
function labelsOf(image: ManifestImage, { type, classes }: ExportSource): Row {
  const nameOf = (number: number | undefined) => classes.names[number ?? -1] ?? null;
  if (isClassified(type)) return { label: nameOf(classes.of(image.tag)) };
  const whole = type === 'MULTILABEL' ? { labels: containedClasses(image, classes).map(nameOf) } : {};
  return { ...whole, objects: objectsOf(image, classes.of, nameOf) };
}

function objectsOf(
  image: ManifestImage,
  numberOf: (tag: string) => number | undefined,
  nameOf: (number: number | undefined) => string | null,
): NonNullable<Row['objects']> {
  const found = image.tags.flatMap((annotation) => {
    const box = unitBox(annotation);
    const category = nameOf(numberOf(annotation.tag));
    if (!box || category === null) return [];
    return [{ category, bbox: pixelBox(box, image, roundedPixels) }];
  });
  return { bbox: found.map(({ bbox }) => bbox), categories: found.map(({ category }) => category) };
}

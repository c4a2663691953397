/** COCO: `images/<set>/` and `annotations/instances_<set>.json`; boxes in pixels, masks as run lengths (rle.ts). */
import { inOrder } from '../../concurrency/src/in-order.ts';
import type { TrainingSet } from '../../records/src/lists.ts';
import type { ManifestMask } from '../../records/src/manifest.ts';
import { type MaskRegion, MOST_RUNS } from '../src/shape/mask-region.ts';
import type { ArchiveFormat, PlacedImage, TailFile, TailInput } from '../src/write/archive-format.ts';
import { cocoBox, outlinedBox, pixelBox } from '../src/write/boxes.ts';
import { type ExportSource, SETS, SHORT_SETS } from '../src/write/export-source.ts';
import { FileNames } from '../src/write/file-names.ts';
import { roundedPixels, unitBox } from '../src/write/unit-box.ts';
import { cocoJson } from './json.ts';

/** Maximum number of masks that are read at once, and of their pixels. */
const MASKS = { items: 16, weight: 50e6 };

export const coco: ArchiveFormat = {
  placing: () => {
    const names = new FileNames();
    return (image) => ({ paths: [`images/${SHORT_SETS[image.set]}/${names.take(image, image.set).file}`] });
  },
  tail: (source, input) =>
    SETS.filter((set) => source.counts.sets[set] > 0).map(
      (set): TailFile => ({
        path: `annotations/instances_${SHORT_SETS[set]}.json`,
        pieces: setFile(set, source, input),
      }),
    ),
};

function setFile(set: TrainingSet, source: ExportSource, input: TailInput): AsyncGenerator<string> {
  const categories = source.classes.names.map((name, number) => ({
    id: number + 1,
    name,
    supercategory: '',
  }));
  return cocoJson(imageEntries(set, input), annotationEntries(set, source, input), categories);
}

/** Their ids are their numbers in the version, so that no two sets have the same. */
async function* ofSet(set: TrainingSet, { placed }: TailInput): AsyncGenerator<PlacedImage> {
  for await (const each of placed()) if (each.image.set === set) yield each;
}

async function* imageEntries(set: TrainingSet, input: TailInput): AsyncGenerator<object[]> {
  for await (const { image, place, number: id } of ofSet(set, input)) {
    const { width, height } = image;
    const file_name = place.paths[0]?.split('/').at(-1);
    yield [{ id, file_name, width, height, ...(input.linkOf && { coco_url: input.linkOf(image) }) }];
  }
}

/** One of the masks of an image, or, after them, its boxes. */
type Part = PlacedImage & { mask: ManifestMask | null };

async function* partsOf(set: TrainingSet, { classes }: ExportSource, input: TailInput): AsyncGenerator<Part> {
  for await (const placed of ofSet(set, input)) {
    for (const mask of placed.image.masks) if (classes.of(mask.tag) !== undefined) yield { ...placed, mask };
    yield { ...placed, mask: null };
  }
}

async function* annotationEntries(
  set: TrainingSet,
  source: ExportSource,
  input: TailInput,
): AsyncGenerator<object[]> {
  let id = 0;
  let left = MOST_RUNS;
  let drawn = new Set<string>();
  const read = async (part: Part) => ({ part, ...(part.mask && (await readRegion(part, part.mask, input))) });
  const parts = inOrder(partsOf(set, source, input), read, {
    ...MASKS,
    weigh: ({ mask, image: { width, height } }) => (mask ? width * height || MASKS.weight : 0),
  });
  for await (const { part, region, runs = 0 } of parts) {
    const { mask, image } = part;
    if (!mask) {
      yield boxEntries(part, source, drawn).map((entry) => ({ id: ++id, ...entry }));
      [left, drawn] = [MOST_RUNS, new Set()];
    } else if (runs > left) {
      input.reading.leaveOut(mask, image, runsOver(MOST_RUNS - left + runs));
    } else if (region) {
      left -= runs;
      drawn.add(mask.tag);
      yield [{ id: ++id, ...common(part, mask.tag, source), ...region }];
    }
  }
}

/** @param runs characters of the image's run lengths with those of the mask; infinite where they were not counted to their end */
function runsOver(runs: number): string {
  if (!Number.isFinite(runs)) return `its image has over ${MOST_RUNS} characters of run lengths`;
  return `its image has ${runs} characters of run lengths; at most ${MOST_RUNS} are written`;
}

const common = ({ number }: Part, tag: string, { classes }: ExportSource) => ({
  image_id: number,
  category_id: (classes.of(tag) ?? Number.NaN) + 1,
  iscrowd: 0,
});

/**
 * One object is one annotation: a box around a mask that is there is not another one.
 * @param drawn tags of the masks that are there
 */
function boxEntries(part: Part, source: ExportSource, drawn: ReadonlySet<string>): object[] {
  const { image } = part;
  const written = source.counts.features.masks > 0 ? outlinedBox : cocoBox;
  const isSized = image.width !== 0 && image.height !== 0;
  return image.tags.flatMap((annotation) => {
    const { type, tag } = annotation;
    const box = isSized && !(type === 'mask' && drawn.has(tag)) ? unitBox(annotation) : null;
    if (!box || source.classes.of(tag) === undefined) return [];
    return [{ ...common(part, tag, source), ...written(pixelBox(box, image, roundedPixels), roundedPixels) }];
  });
}

interface ReadRegion {
  /** Null if there is nothing to write. */
  region: MaskRegion | null;
  /** Characters of its run lengths. */
  runs: number;
}

async function readRegion({ image }: Part, mask: ManifestMask, { reading }: TailInput): Promise<ReadRegion> {
  const region = await reading.trace('region', mask, image);
  if (region === 'too long') return { region: null, runs: Number.POSITIVE_INFINITY };
  return { region, runs: region?.segmentation.counts.length ?? 0 };
}

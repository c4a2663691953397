/** COCO: `images/<set>/` and `annotations/instances_<set>.json`; boxes in pixels, masks as run lengths (rle.ts). */
import { inOrder } from '../../common/in-order.ts';
import type { TrainingSet } from '../../common/model.ts';
import { pixelBox } from '../boxes.ts';
import type { ArchiveFormat, PlacedImage, TailFile, TailInput } from './archive-format.ts';
import { type ExportSource, SETS, SHORT_SETS } from './export-source.ts';
import { FileNames } from './file-names.ts';
import { maskRegion } from './rle.ts';
import { roundedPixels, unitBox } from './unit-box.ts';

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

async function* setFile(set: TrainingSet, source: ExportSource, input: TailInput): AsyncGenerator<string> {
  const categories = source.classes.names.map((name, number) => ({
    id: number + 1,
    name,
    supercategory: '',
  }));
  yield '{"info":{"description":"Sightline"},"licenses":[],"images":[';
  yield* joined(imageEntries(set, input));
  yield '],"annotations":[';
  yield* joined(annotationEntries(set, source, input));
  yield `],"categories":${JSON.stringify(categories)}}\n`;
}

async function* joined(entries: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '\n';
  for await (const entry of entries) {
    yield separator + JSON.stringify(entry);
    separator = ',\n';
  }
}

/** Numbered from 1 within the set. */
async function* ofSet(set: TrainingSet, { placed }: TailInput): AsyncGenerator<PlacedImage & { id: number }> {
  let id = 0;
  for await (const { image, place } of placed()) if (image.set === set) yield { image, place, id: ++id };
}

async function* imageEntries(set: TrainingSet, input: TailInput): AsyncGenerator<object> {
  for await (const { image, place, id } of ofSet(set, input)) {
    const { width, height } = image;
    const file_name = place.paths[0]?.split('/').at(-1);
    yield { id, file_name, width, height, ...(input.linkOf && { coco_url: input.linkOf(image) }) };
  }
}

async function* annotationEntries(
  set: TrainingSet,
  source: ExportSource,
  input: TailInput,
): AsyncGenerator<object> {
  let id = 0;
  const numbered = inOrder(ofSet(set, input), (placed) => entriesOf(placed, source, input), {
    ...MASKS,
    weigh: ({ image }) => image.masks.length * image.width * image.height,
  });
  for await (const entries of numbered) for (const entry of entries) yield { id: ++id, ...entry };
}

async function entriesOf(
  { image, id }: PlacedImage & { id: number },
  { classes }: ExportSource,
  { readMask }: TailInput,
): Promise<object[]> {
  const categoryOf = (tag: string) => (classes.of(tag) ?? Number.NaN) + 1;
  const common = (tag: string) => ({ image_id: id, category_id: categoryOf(tag), iscrowd: 0 });
  const isSized = image.width !== 0 && image.height !== 0;
  const boxes = image.tags.flatMap((annotation) => {
    const box = isSized ? unitBox(annotation) : null;
    if (!box || Number.isNaN(categoryOf(annotation.tag))) return [];
    const bbox = pixelBox(box, image, roundedPixels);
    const area = roundedPixels(bbox[2] * bbox[3]);
    return [{ ...common(annotation.tag), bbox, area, segmentation: [] }];
  });
  const masks = image.masks.filter(({ tag }) => !Number.isNaN(categoryOf(tag)));
  const regions = await Promise.all(
    masks.map(async (mask) => {
      const pixels = await readMask(mask, image);
      const region = pixels && maskRegion(pixels);
      return region ? [{ ...common(mask.tag), ...region }] : [];
    }),
  );
  return [...boxes, ...regions.flat()];
}

/** Compares what a reader found in an export with the records. Everything that differs is a sentence. */
import type { Format } from '../../packages/formats/formats.ts';
import { fillByMiddles, sharedPart } from '../readers/polygons.ts';
import type { Found, FoundImage } from '../readers/read-format.ts';
import { differsFrom } from './made-picture.ts';
import { idOf, type PlannedDataset, type PlannedImage } from './planned-dataset.ts';
import { isNormal, lossesOf, type WantedLabels, wantedOf } from './wanted-labels.ts';

const SHORT = { TRAIN: 'train', VALIDATION: 'val', TEST: 'test' } as const;
/** Of an edge, 0 to 1. Some formats have six decimals. */
const EXACT = 1e-6 + 1e-12;
const LEAST_OVERLAP = 0.98;
/** Labels, and names of folders and lists, are not those of the classes; plain names of folders are. */
const LABELS: readonly Format[] = ['csv', 'vertex-csv', 'vertex-jsonl'];
const FOLDERS: readonly Format[] = ['masks', 'voc', 'yolo', 'ndjson'];
const PLAIN = /^[A-Za-z]{4,30}$/;

export async function differences(format: Format, dataset: PlannedDataset, found: Found): Promise<string[]> {
  const { images, notes } = found;
  const wanted = dataset.images.map(
    (image, at) => [idOf(at), image, wantedOf(format, dataset, image)] as const,
  );
  const told: string[] = [];
  const names = new BoxNames(format);
  for (const [id, image, labels] of wanted) {
    const read = images.get(id);
    if (!read !== !labels) told.push(`${id} is ${read ? 'there' : 'missing'}`);
    if (!read || !labels) continue;
    if (read.set !== SHORT[image.set]) told.push(`${id} is in ${read.set}`);
    const pixels = read.bytes ? await differsFrom(image.picture, read.bytes) : null;
    if (pixels !== null) told.push(`${id}, ${JSON.stringify(image.picture)}: ${pixels}`);
    for (const each of [
      ...boxesDiffer(format, image, labels, read, names, dataset),
      ...masksDiffer(image, labels, read, dataset),
    ])
      told.push(`${id}: ${each}`);
  }
  for (const id of images.keys()) if (!wanted.some(([known]) => known === id)) told.push(`${id} is too many`);
  told.push(...classesDiffer(format, dataset, wanted, images));
  for (const [count, word] of lossesOf(format, dataset)) {
    const note = notes.find((each) => word.test(each));
    const noted = Number(/^\d+/.exec(note ?? '0')?.[0]);
    if (noted !== count) told.push(`notes: ${count} ${word.source}, not ${note}`);
  }
  return told;
}

/** One name for each class, another one for every other. */
class BoxNames {
  readonly #isExact: boolean;
  readonly #names = new Map<string, string>();
  constructor(format: Format) {
    this.#isExact = !LABELS.includes(format);
  }
  isSame(wanted: string, found: string | undefined): boolean {
    if (this.#isExact || found === undefined) return wanted === found;
    const known = this.#names.get(wanted);
    if (known === undefined && ![...this.#names.values()].includes(found)) this.#names.set(wanted, found);
    return this.#names.get(wanted) === found;
  }
}

function boxesDiffer(
  format: Format,
  { picture: { width, height } }: PlannedImage,
  { boxes, masks }: WantedLabels,
  read: FoundImage,
  names: BoxNames,
  { classes }: PlannedDataset,
): string[] {
  const rectangles = read.outlines
    ?.slice(masks.length)
    .map(({ name, outline }) => ({ name, box: rectangle(outline) }));
  const found = rectangles ?? read.boxes;
  if (found.length !== boxes.length) return [`${found.length} boxes, not ${boxes.length}`];
  const within = format === 'voc' ? [1.001 / width, 1.001 / height] : [EXACT, EXACT];
  return boxes.flatMap(({ tag, box }, at) => {
    const other = found[at];
    const isSame = names.isSame(classes[tag] as string, other?.name);
    const isNear = box.every(
      (value, side) => Math.abs(value - (other?.box[side] ?? 9)) <= (within[side % 2] as number),
    );
    return isSame && isNear ? [] : [`box ${at}: ${JSON.stringify(other)}, not ${classes[tag]} ${box}`];
  });
}

function rectangle(outline: readonly number[]): number[] {
  const [x1 = 0, y1 = 0, , , x2 = 0, y2 = 0] = outline;
  return [(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1];
}

function masksDiffer(
  { picture: { width, height } }: PlannedImage,
  { masks }: WantedLabels,
  read: FoundImage,
  { classes }: PlannedDataset,
): string[] {
  const outlined = read.outlines?.slice(0, masks.length).map(({ name, outline }) => ({
    name,
    pixels: fillByMiddles(
      outline.map((value, at) => value * (at % 2 === 0 ? width : height)),
      { width, height },
    ),
  }));
  const found = outlined ?? read.masks;
  if (found.length !== masks.length) return [`${found.length} masks, not ${masks.length}`];
  const least = outlined ? LEAST_OVERLAP : 1;
  // Folders have them in the order of the classes, under names of their own.
  const isListed = read.classes.length === 0;
  const left = [...found];
  return masks.flatMap(({ tag, pixels: data }, at) => {
    const same = isListed ? left.slice(0, 1).filter(({ name }) => name === classes[tag]) : left;
    const match = same.find(({ pixels }) => sharedPart({ width, height, data }, pixels) >= least);
    // Each is found once.
    left.splice(match ? left.indexOf(match) : 0, 1);
    return match ? [] : [`mask ${at} of ${classes[tag]} is another one`];
  });
}

/** The images of each class are those of one name; plain names stay. */
function classesDiffer(
  format: Format,
  { classes }: PlannedDataset,
  wanted: readonly (readonly [string, PlannedImage, WantedLabels | null])[],
  images: Found['images'],
): string[] {
  // Every name of a part without defect is one folder.
  const nameOf = (number: number) => {
    const name = classes[number] as string;
    return format === 'masks' && isNormal(name) ? 'good' : name;
  };
  const should = groups(wanted.map(([id, , labels]) => [id, [...(labels?.classes ?? [])].map(nameOf)]));
  const does = groups([...images].map(([id, image]) => [id, image.classes]));
  const [missing, surplus] = [differenceOf(should, does), differenceOf(does, should)];
  const isSole = (name: string) =>
    classes.filter((each) => each.toLowerCase() === name.toLowerCase()).length < 2;
  const isRenamed = (name: string) =>
    LABELS.includes(format) || (FOLDERS.includes(format) && !(PLAIN.test(name) && isSole(name)));
  const moved = [...should].filter(([name, ids]) => !isRenamed(name) && does.get(name) !== ids);
  return [
    ...missing.map((ids) => `no class has the images ${ids}`),
    ...surplus.map((ids) => `a class has the images ${ids}`),
    ...moved.map(([name]) => `${name} has the images ${does.get(name)}`),
  ];
}

function groups(images: readonly (readonly [id: string, classes: readonly string[]])[]): Map<string, string> {
  const ids = new Map<string, string[]>();
  for (const [id, names] of images)
    for (const name of new Set(names)) ids.set(name, [...(ids.get(name) ?? []), id]);
  return new Map(Array.from(ids, ([name, own]) => [name, own.sort().join(' ')]));
}

function differenceOf(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  const left = [...b.values()];
  return [...a.values()].filter((ids) => {
    const at = left.indexOf(ids);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

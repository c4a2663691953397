/**
 * Pascal VOC: an XML file per image, in `Annotations/` (VOC, CVAT, Label Studio) or beside it (Roboflow); sets and classes of
 * whole images in `ImageSets/Main/`.
 */
import { inOrder } from '../../concurrency/src/in-order.ts';
import type { Unread } from '../../records/src/import.ts';
import { LABELS_AHEAD } from '../src/read/budget.ts';
import type { Entry } from '../src/read/entry.ts';
import {
  baseOf,
  cleanPath,
  folderOf,
  ImageIndex,
  join,
  stemOf,
  withoutEnding,
} from '../src/read/image-index.ts';
import { unlessFault } from '../src/read/import-fault.ts';
import { type Loss, Losses, saying } from '../src/read/losses.ts';
import { MOST_LABELS } from '../src/read/order-labels.ts';
import { LONELY, LOOKED_AT, TWICE } from '../src/read/per-image.ts';
import type { ImageLabels, ImportSet, PlannedImage, Reader, Source } from '../src/read/plan.ts';
import { setOf, setOfPath } from '../src/read/sets.ts';
import { linesOf } from '../src/text/text-streams.ts';
import { finite, textOf } from '../src/text/values.ts';
import { folderNames } from '../src/write/file-names.ts';
import { boxesOf, countFromZero, type VocObject } from './boxes.ts';

/** Maximum bytes of a file, and characters of a line of a list that are read. */
const MOST = 1024 * 1024;
const LONGEST_LINE = 2000;
/** Folders of pictures beside `Annotations/` and `ImageSets/`. */
const FOLDERS = ['JPEGImages', 'images', 'Images'];

export const voc: Reader = async (whole) => {
  const files = whole.files('xml');
  const judged = await Promise.all(files.slice(0, LOOKED_AT).map((file) => isAnnotation(file, whole)));
  if (!judged.includes(true)) return null;
  const { pictures } = whole.index;
  const segmented = pictures.filter(isSegmentation);
  whole.use(segmented);
  const index = ImageIndex.of(pictures.filter((entry) => !isSegmentation(entry)));
  const source = { ...whole, index };
  const lists = await readLists(source);
  await spellClasses(lists, files, source);
  const first = await firstPixel(files, source);
  // Lists that have two classes of an image say which classes are in it, as its boxes do.
  const isOwn = [...lists.classes.values()].every(({ size }) => size === 1);
  const unread: Unread[] = [];
  const byPicture = new Map<Entry, Entry>();
  const find = async (file: Entry) => ({
    file,
    found: pictureOf(file, source) ?? (await pictureByName(file, source)),
  });
  for await (const { file, found } of inOrder(files, find, LABELS_AHEAD)) {
    source.use([file]);
    if (found && !byPicture.has(found)) byPicture.set(found, file);
    else unread.push({ path: file.path, reason: found ? TWICE : LONELY });
  }
  const images: PlannedImage[] = [];
  for (const entry of index.pictures) {
    const file = byPicture.get(entry);
    const key = withoutEnding(entry.path);
    const set = lists.sets.get(key) ?? setOfPath(entry.path);
    const labels = () => labelsOf(file, { classes: lists.classes.get(key), isOwn, first }, source);
    images.push({ entry, set, labels });
  }
  const leftOut = { code: 'segmentations', values: { count: segmented.length, instead: 'COCO' } } as const;
  const notes = segmented.length === 0 ? [] : [leftOut];
  return { images, declared: await labelMap(source), hasMore: true, unread, notes };
};

/** Masks of VOC: pictures in which a color is a class. */
const isSegmentation = ({ path }: Entry): boolean => /(^|\/)Segmentation(Class|Object)\//.test(path);

/** CVAT's list of labels, `label:color:parts:actions` in each line. The background is not a label. */
async function labelMap({ files, archive, use }: Source): Promise<string[]> {
  const file = files('txt').find(({ path }) => /(^|\/)labelmap\.txt$/i.test(path));
  if (!file) return [];
  use([file]);
  const labels = new Set<string>();
  for await (const [line] of linesOf(archive.stream(file))) {
    const label = textOf(line.slice(0, LONGEST_LINE).split(':')[0]);
    if (!line.startsWith('#') && label !== '' && label !== 'background') labels.add(label);
    if (labels.size > MOST_LABELS) break;
  }
  return [...labels];
}

/** LabelMe's XML has the same root, and polygons only. */
async function isAnnotation(file: Entry, { archive }: Source): Promise<boolean> {
  const text = await unlessFault(archive.text(file, MOST), () => '');
  return /<annotation[\s>]/.test(text) && (/<bndbox[\s>]/.test(text) || !/<polygon[\s>]/.test(text));
}

/** `Annotations/` may have the same subfolders as the pictures. */
function pictureOf({ path }: Entry, { index }: Source): Entry | undefined {
  const segments = path.split('/');
  const at = segments.lastIndexOf('Annotations');
  const below = at < 0 ? segments.length - 1 : at + 1;
  const name = withoutEnding(segments.slice(below).join('/'));
  const folder = segments.slice(0, below).join('/');
  return index.findStem(name, [folder, ...picturesIn(folderOf(folder))]);
}

const picturesIn = (root: string): string[] => FOLDERS.map((folder) => join(root, folder));

/** The file may name another picture than its own name says. */
async function pictureByName(file: Entry, source: Source): Promise<Entry | undefined> {
  const { filename } = await unlessFault(readFile(file, source), () => EMPTY);
  if (filename === '') return undefined;
  const folders = [folderOf(file.path)];
  return source.index.find(filename, folders) ?? source.index.find(baseOf(cleanPath(filename)), folders);
}

interface Lists {
  /** By the picture's path without extension. */
  sets: Map<string, ImportSet>;
  classes: Map<string, Set<string>>;
}

/** `<set>.txt` lists names; `<class>_<set>.txt` lists them with 1 where the image has the class. */
async function readLists({ files, archive, index, use }: Source): Promise<Lists> {
  const lists: Lists = { sets: new Map(), classes: new Map() };
  for (const file of files('txt')) {
    // The lists of other tasks have the same images.
    if (/(^|\/)ImageSets\//.test(file.path)) use([file]);
    if (!/(^|\/)ImageSets\/Main\//.test(file.path)) continue;
    const name = stemOf(file.path);
    const set = setOf(name);
    // CVAT's list of a task without sets is `default.txt`.
    const [, label, of] = /^(.+)_([A-Za-z]+)$/.exec(name) ?? [];
    if (!set && !(label && of && (setOf(of) || of === 'default'))) continue;
    const folders = picturesIn(
      file.path.slice(0, file.path.lastIndexOf('ImageSets/Main/')).replace(/\/$/, ''),
    );
    for await (const [line] of linesOf(archive.stream(file))) {
      if (line.length > LONGEST_LINE) continue;
      const [, listed = ''] = set ? [line, line] : (/^(.*\S)\s+1$/.exec(line) ?? []);
      // CVAT's names may have folders.
      const found = listed === '' ? undefined : index.findStem(listed, folders);
      if (!found) continue;
      const key = withoutEnding(found.path);
      if (set) lists.sets.set(key, set);
      else {
        const labels = lists.classes.get(key) ?? new Set();
        lists.classes.set(key, labels.add(label as string));
      }
    }
  }
  return lists;
}

/** The names of lists are file names: where a box has the same class, the box's spelling counts. */
async function spellClasses({ classes }: Lists, files: readonly Entry[], source: Source): Promise<void> {
  const written = new Set([...classes.values()].flatMap((labels) => [...labels]));
  if (![...written].some((label) => label.includes('_'))) return;
  const spelled = new Map<string, string>();
  const read = (file: Entry) => unlessFault(readFile(file, source), () => EMPTY);
  for await (const { objects } of inOrder(files, read, LABELS_AHEAD))
    for (const { name = '' } of objects) {
      const [folder = ''] = folderNames([name]);
      if (!written.has(folder)) continue;
      // A name that several classes would have in lists is that of neither.
      const known = spelled.get(folder) ?? name;
      spelled.set(folder, known === name ? name : folder);
    }
  for (const [stem, labels] of classes)
    classes.set(stem, new Set(Array.from(labels, (label) => spelled.get(label) ?? label)));
}

/** A class that is in the image and that one of its boxes has is only the box's. @throws FileFault */
async function labelsOf(
  file: Entry | undefined,
  { classes, isOwn, first }: { classes: ReadonlySet<string> | undefined; isOwn: boolean; first: number },
  source: Source,
): Promise<ImageLabels> {
  const annotation = file ? await readFile(file, source) : EMPTY;
  const boxes = boxesOf(annotation.objects, annotation, first);
  const shown = new Set(boxes.map(({ label }) => label));
  const { losses, objects } = annotation;
  losses.add('annotations without a place', objects.length - boxes.length);
  const own = [...(classes ?? [])].filter((label) => isOwn || !shown.has(label));
  return { classes: own, boxes, masks: [], lost: losses.lost };
}

interface Annotation {
  filename: string;
  width: number;
  height: number;
  objects: VocObject[];
  losses: Losses;
}

const EMPTY: Annotation = { filename: '', width: 0, height: 0, objects: [], losses: new Losses() };

/** What an element of an object says besides its class and box. */
const LOSSES: ReadonlyMap<string, Loss> = new Map([
  ['difficult', 'difficult, truncated or occluded marks'],
  ['truncated', 'difficult, truncated or occluded marks'],
  ['occluded', 'difficult, truncated or occluded marks'],
  ['pose', 'attributes'],
  ['attributes/attribute/value', 'attributes'],
  ['part', 'parts of objects'],
  ['polygon', 'outlines'],
]);
const OBJECT = 'annotation/object/';

/** @throws FileFault */
async function readFile(file: Entry, { archive, xml }: Source): Promise<Annotation> {
  const found: Annotation = { ...EMPTY, objects: [], losses: new Losses() };
  let object: VocObject = {};
  await xml.read(await archive.text(file, MOST), (path, content) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (path === 'annotation/filename') found.filename = textOf(content);
    else if (path === 'annotation/size/width') found.width = finite(content);
    else if (path === 'annotation/size/height') found.height = finite(content);
    else if (path === 'annotation/object') {
      found.objects.push(object);
      object = {};
    } else if (/^annotation\/object\/(name|bndbox\/[xy](min|max))$/.test(path))
      object[name] = textOf(content);
    const loss = path.startsWith(OBJECT) ? LOSSES.get(path.slice(OBJECT.length)) : undefined;
    // Elements with others in them have no text.
    if (loss) found.losses.add(loss, content === null ? 1 : saying([content]));
  });
  return found;
}

/** One tool writes all files of an archive, so one of them decides for all. @returns the number of the first pixel */
async function firstPixel(files: readonly Entry[], source: Source): Promise<0 | 1> {
  const read = (file: Entry) => unlessFault(readFile(file, source), () => EMPTY);
  for await (const { objects } of inOrder(files, read, LABELS_AHEAD)) if (countFromZero(objects)) return 0;
  return 1;
}

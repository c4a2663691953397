/**
 * COCO instances, as pycocotools, CVAT, Roboflow and Label Studio write them: one JSON file per set, or one for all; pictures
 * below it, beside it, or in `images/`.
 */
import { isPauseDue, pause } from '../../../common/pause.ts';
import { textWeight } from '../budget.ts';
import type { Entry } from '../directory.ts';
import { folderOf, join, withoutEnding } from '../image-index.ts';
import { FileFault } from '../import-fault.ts';
import { heldWeight } from '../labels-weight.ts';
import {
  type ImageLabels,
  type LabelBox,
  type LabelMask,
  NO_LABELS,
  type Reader,
  type Reading,
  type Source,
} from '../plan.ts';
import { setOfFile } from '../sets.ts';
import { jsonItems } from '../text-streams.ts';
import { finite, isFields, placeOf, textOf } from '../values.ts';
import { fittingFiles } from './fitting-files.ts';
import type { Fields } from './lines.ts';

/** Maximum number of label files in one archive. */
const MOST_FILES = 100;
/** Estimated bytes of an image in memory, and of an annotation, beside its texts and its outline. */
const ITEM = 200;
/** Arrays of which a file must have one, and a member that each of their items has. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['images', 'file_name'],
  ['annotations', 'image_id'],
]);

export const coco: Reader = async (source) => {
  const listed = source.files('json').slice(0, MOST_FILES);
  const files = await fittingFiles(listed, (file) => isCoco(file, source));
  if (files.length === 0) return null;
  const plan: Gathered = { images: [], unread: [], declared: new Set(), keypoints: 0 };
  for (const file of files) await readFile(file, source, plan);
  const { images, unread, declared, keypoints } = plan;
  const notes = keypoints === 0 ? [] : [`Keypoints of ${keypoints} annotations are left out.`];
  return { images, declared: [...declared], unread, notes };
};

interface Gathered extends Pick<Reading, 'images' | 'unread'> {
  declared: Set<string>;
  /** Annotations with keypoints. */
  keypoints: number;
}

/** The first item of an array decides. Label Studio's and Datumaro's own files have `annotations` too, of another kind. */
async function isCoco(file: Entry, { archive }: Source): Promise<boolean> {
  for await (const { key, value } of jsonItems(archive.stream(file))) {
    const sign = SIGNS.get(key);
    if (sign !== undefined) return isFields(value) && sign in value;
  }
  return false;
}

interface FoundImage {
  name: string;
  width: number;
  height: number;
  boxes: { category: string; box: readonly number[]; hasOutline: boolean }[];
  masks: { category: string; shape: Shape }[];
}

/** A mask, in pixels of a size that its image states, perhaps later in the file. */
type Shape = Exclude<LabelMask['source'], { kind: 'picture' }>;

/** By id. */
type Images = Map<string, FoundImage>;
/** Names by id. */
type Categories = Map<string, string>;

async function readFile(file: Entry, source: Source, plan: Gathered): Promise<void> {
  const found: Images = new Map();
  const categories: Categories = new Map();
  const groups = new Set<string>();
  try {
    for await (const { key, value } of jsonItems(source.archive.stream(file))) {
      if (!isFields(value)) continue;
      if (key === 'images') noteImage(value, found, source);
      else if (key === 'annotations') {
        noteAnnotation(value, found, source);
        if (Array.isArray(value.keypoints) && value.keypoints.length > 0) plan.keypoints += 1;
      } else if (key === 'categories') {
        const [name, group] = [textOf(value.name), textOf(value.supercategory)];
        source.budget.hold(ITEM + 2 * textWeight(name) + textWeight(group));
        categories.set(textOf(value.id), name);
        if (group !== name) groups.add(group);
      }
    }
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    plan.unread.push({ path: file.path, reason: error.message });
    return;
  }
  for (const name of declaredOf(categories, groups, found)) plan.declared.add(name);
  await place(file, found, categories, source, plan);
}

/** Without names of groups that no annotation uses: Roboflow's first category is the group of the others. */
function declaredOf(categories: Categories, groups: ReadonlySet<string>, found: Images): string[] {
  const used = new Set<string>();
  for (const { boxes, masks } of found.values())
    for (const { category } of [...boxes, ...masks]) used.add(category);
  return [...categories]
    .filter(([id, name]) => name !== '' && (used.has(id) || !groups.has(name)))
    .map(([, name]) => name);
}

function imageOf(id: unknown, found: Images): FoundImage {
  const key = textOf(id);
  const image = found.get(key) ?? { name: '', width: 0, height: 0, boxes: [], masks: [] };
  found.set(key, image);
  return image;
}

/** Annotations may come before their images. */
function noteImage(value: Fields, found: Images, { budget }: Source): void {
  const image = imageOf(value.id, found);
  image.name = textOf(value.file_name);
  image.width = finite(value.width);
  image.height = finite(value.height);
  budget.hold(ITEM + textWeight(image.name));
}

function noteAnnotation(value: Fields, found: Images, { budget }: Source): void {
  // Our exports have the rectangle of a box, for readers that need an outline.
  const shape = value.rectangle === true ? null : shapeOf(value.segmentation);
  const image = imageOf(value.image_id, found);
  const category = textOf(value.category_id);
  const box = Array.isArray(value.bbox) ? value.bbox.slice(0, 4).map(finite) : [];
  budget.hold(ITEM + textWeight(category) + textWeight(textOf(value.image_id)));
  if (shape) {
    budget.hold(heldWeight({ ...NO_LABELS, masks: [{ label: category, source: shape }] }));
    image.masks.push({ category, shape });
  }
  // Run lengths are a mask with the box around it, polygons an outlined object.
  if (!isFields(value.segmentation) && box.length === 4)
    image.boxes.push({ category, box, hasOutline: shape !== null });
}

async function place(
  file: Entry,
  found: Images,
  categories: Categories,
  { index }: Source,
  plan: Gathered,
): Promise<void> {
  const set = setOfFile(file.path);
  const folder = folderOf(file.path);
  const root = folderOf(folder);
  const word = withoutEnding(file.path).split(/[_/]/).at(-1) ?? '';
  const near = [folder, join(folder, 'images'), join(root, `images/${word}`), join(root, 'images'), root];
  for (const image of found.values()) {
    if (isPauseDue()) await pause();
    const entry = image.name === '' ? undefined : index.find(image.name, near);
    if (entry) plan.images.push({ entry, set, labels: () => labelsOf(image, categories) });
    else if (image.name !== '') plan.unread.push({ path: image.name, reason: 'it is not in the archive' });
    else plan.unread.push({ path: file.path, reason: 'annotations of an image that it does not list' });
  }
}

function labelsOf(image: FoundImage, categories: Categories): ImageLabels {
  const { width, height } = image;
  const unit = width > 0 && height > 0 ? { width, height } : ('pixels' as const);
  const boxes = image.boxes.flatMap(({ category, box, hasOutline }): LabelBox[] => {
    const label = categories.get(category) ?? '';
    return label === '' ? [] : [{ label, type: hasOutline ? 'mask' : 'rect', ...placeOf(box, image) }];
  });
  const masks = image.masks.flatMap(({ category, shape }): LabelMask[] => {
    const label = categories.get(category) ?? '';
    const source = shape.kind === 'polygons' ? { ...shape, unit } : shape;
    return label === '' ? [] : [{ label, source }];
  });
  return { classes: [], boxes, masks };
}

/** Only what is painted is kept of it. Null for annotations without a mask. */
function shapeOf(segmentation: unknown): Shape | null {
  if (isFields(segmentation)) {
    const { size, counts } = segmentation;
    const [height = 0, width = 0] = Array.isArray(size) ? size.slice(0, 2).map(finite) : [];
    if (typeof counts === 'string') return { kind: 'rle', width, height, counts };
    return Array.isArray(counts) ? { kind: 'rle', width, height, counts: counts.map(finite) } : null;
  }
  if (!Array.isArray(segmentation) || segmentation.length === 0) return null;
  const polygons = segmentation.filter(Array.isArray).map((each) => each.map(finite));
  return { kind: 'polygons', unit: 'pixels', polygons };
}

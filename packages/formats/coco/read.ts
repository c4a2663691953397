/**
 * COCO instances, as pycocotools, CVAT, Roboflow and Label Studio write them: one JSON file per set, or one for all; pictures
 * below it, beside it, or in `images/`.
 */
import { dateOf } from '../src/read/dates.ts';
import type { Entry } from '../src/read/entry.ts';
import { fittingFiles, MOST_FILES } from '../src/read/fitting-files.ts';
import { folderOf, join, withoutEnding } from '../src/read/image-index.ts';
import { FileFault } from '../src/read/import-fault.ts';
import type { Fields } from '../src/read/json-fields.ts';
import { Losses } from '../src/read/losses.ts';
import type { Note } from '../src/read/notes.ts';
import type { Reader, Reading, Source } from '../src/read/plan.ts';
import { setOfFile } from '../src/read/sets.ts';
import { jsonItems } from '../src/text/text-streams.ts';
import { finite, isFields, textOf } from '../src/text/values.ts';
import { type Categories, type FoundImage, labelsOf, noteObject } from './objects.ts';

const PANOPTIC: Note = { code: 'panoptic', values: { instead: 'COCO instances' } };
/** Arrays of which a file must have one, and a member that each of their items has. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['images', 'file_name'],
  ['annotations', 'image_id'],
]);

export const coco: Reader = async (source) => {
  const listed = source.files('json').slice(0, MOST_FILES);
  const files = await fittingFiles(listed, (file) => isCoco(file, source));
  if (files.length === 0) return null;
  source.use(files);
  const plan: Gathered = { images: [], unread: [], declared: new Set(), losses: new Losses() };
  for (const file of files) await readFile(file, source, plan);
  const { images, unread, declared, losses } = plan;
  const { lost } = losses;
  const foreign = lost?.['panoptic segments'] === undefined ? [] : [PANOPTIC];
  return { images, declared: [...declared], unread, lost, notes: [], foreign };
};

interface Gathered extends Pick<Reading, 'images' | 'unread'> {
  declared: Set<string>;
  losses: Losses;
}

/** The first item of an array decides. Label Studio's and Datumaro's own files have `annotations` too, of another kind. */
async function isCoco(file: Entry, { archive }: Source): Promise<boolean> {
  for await (const { key, value } of jsonItems(archive.stream(file))) {
    const sign = SIGNS.get(key);
    if (sign !== undefined) return isFields(value) && sign in value;
  }
  return false;
}

/** By id. */
type Images = Map<string, FoundImage>;

async function readFile(file: Entry, source: Source, plan: Gathered): Promise<void> {
  const found: Images = new Map();
  const categories: Categories = new Map();
  const groups = new Set<string>();
  try {
    for await (const { key, value } of jsonItems(source.archive.stream(file))) {
      if (!isFields(value)) continue;
      if (key === 'images') noteImage(value, found, plan);
      else if (key === 'annotations') noteObject(value, imageOf(value.image_id, found), plan.losses);
      else if (key === 'categories') {
        const [name, group] = [textOf(value.name), textOf(value.supercategory)];
        const id = textOf(value.id);
        if ((categories.get(id) ?? name) !== name)
          throw new FileFault(`its categories ${categories.get(id)} and ${name} have one id`);
        categories.set(id, name);
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
  for (const { objects } of found.values()) for (const { category } of objects) used.add(category);
  return [...categories]
    .filter(([id, name]) => name !== '' && (used.has(id) || !groups.has(name)))
    .map(([, name]) => name);
}

function imageOf(id: unknown, found: Images): FoundImage {
  const key = textOf(id);
  const image = found.get(key) ?? { name: '', width: 0, height: 0, date: undefined, objects: [] };
  found.set(key, image);
  return image;
}

/** Annotations may come before their images. */
function noteImage(value: Fields, found: Images, { unread }: Gathered): void {
  const image = imageOf(value.id, found);
  const name = textOf(value.file_name);
  if (image.name !== '' && image.name !== name) {
    unread.push({ path: name, reason: 'another image of its list has the same id' });
    return;
  }
  image.name = name;
  image.width = finite(value.width);
  image.height = finite(value.height);
  image.date = dateOf(value.date_captured);
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
    const entry = image.name === '' ? undefined : index.find(image.name, near);
    if (entry) plan.images.push({ entry, set, date: image.date, labels: () => labelsOf(image, categories) });
    else if (image.name !== '') plan.unread.push({ path: image.name, reason: 'it is not in the archive' });
    else plan.unread.push({ path: file.path, reason: 'annotations of an image that it does not list' });
  }
}

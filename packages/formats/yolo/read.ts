/**
 * YOLO labels: a text file per image with class, center and size, or a class and a polygon. Names from `data.yaml`
 * (Ultralytics, CVAT, Roboflow), `obj.names` (CVAT), `_darknet.labels` (Roboflow) or `classes.txt` (Label Studio).
 */

import type { Unread } from '../../records/src/import.ts';
import type { Entry } from '../src/read/entry.ts';
import { MOST_FILES } from '../src/read/fitting-files.ts';
import { cleanPath, folderOf, stemOf, withoutEnding } from '../src/read/image-index.ts';
import { FileFault, ImportFault } from '../src/read/import-fault.ts';
import { aboutLabels, apartFromLabels } from '../src/read/label-pictures.ts';
import { type Loss, Losses } from '../src/read/losses.ts';
import { boxAround } from '../src/read/outline-box.ts';
import {
  type ImageLabels,
  type ImportSet,
  type LabelBox,
  type LabelMask,
  NO_LABELS,
  type PlannedImage,
  type Reader,
  type Source,
} from '../src/read/plan.ts';
import { setOf, setOfPath } from '../src/read/sets.ts';
import { linesOf } from '../src/text/text-streams.ts';
import { isClassNumber, isFields, namesByNumber, textOf } from '../src/text/values.ts';
import { readYaml } from '../src/text/yaml.ts';

/** Maximum bytes of a file with names, and of one with labels. */
const MOST_NAMES = 256 * 1024;
const MOST_LABELS = 1024 * 1024;

export const yolo: Reader = async (whole) => {
  const found = await findNames(whole);
  const [first] = found;
  if (!first) return null;
  const { source, labels } = await apartFromLabels(whole);
  source.use(labels);
  const texts = new Map(source.files('txt').map((entry) => [entry.path, entry]));
  const listed = await setsOfLists(source);
  const paired = new Set<Entry>();
  const used = new Set<Names>();
  const images: PlannedImage[] = [];
  for (const entry of source.index.pictures) {
    const file = labelFileOf(entry, texts);
    const names = file ? nearest(found, file) : first;
    if (file) paired.add(file);
    if (file) used.add(names);
    const set = listed.get(entry.path) ?? setOfPath(entry.path);
    images.push({ entry, set, labels: () => (file ? readLabels(file, names, source) : NO_LABELS) });
  }
  // A folder of pictures with a file of names, but no labels.
  source.use(paired);
  if (paired.size === 0 && images.length > 0 && !first.isSure) return null;
  return {
    images,
    declared: [...(used.size === 0 ? [first] : used)]
      .flatMap(({ list }) => list)
      .filter((name) => name !== ''),
    unread: await lonely(texts.values(), paired, source),
    notes: [],
    foreign: aboutLabels(labels),
  };
};

/** Files of labels whose pictures are missing: those beside the others. */
async function lonely(
  texts: Iterable<Entry>,
  paired: ReadonlySet<Entry>,
  { use }: Source,
): Promise<Unread[]> {
  const folders = new Set(Array.from(paired, ({ path }) => folderOf(path)));
  const unread: Unread[] = [];
  for (const entry of texts) {
    const isList =
      setOf(stemOf(entry.path)) !== null || /(^|\/)(classes|readme[^/]*)\.txt$/i.test(entry.path);
    if (paired.has(entry) || isList || !folders.has(folderOf(entry.path))) continue;
    use([entry]);
    unread.push({ path: entry.path, reason: 'its image is not in the archive' });
  }
  return unread;
}

interface Names {
  /** Of their file: they are those of the labels below it. */
  folder: string;
  list: readonly string[];
  /** Whether boxes are followed by keypoints (`kpt_shape`). */
  keypoints: boolean;
  /** Found in a file that only YOLO has. */
  isSure: boolean;
}

/** Those of the file in the deepest folder above a file of labels. */
const nearest = (found: readonly Names[], { path }: Entry): Names =>
  found
    .filter(({ folder }) => folder === '' || path.startsWith(`${folder}/`))
    .toSorted((a, b) => b.folder.length - a.folder.length)[0] ?? (found[0] as Names);

/** None if no file has them. @throws ImportFault */
async function findNames(source: Source): Promise<Names[]> {
  const { files, archive } = source;
  const found: Names[] = [];
  let fault: unknown;
  for (const file of files('yaml', 'yml').slice(0, MOST_FILES)) {
    try {
      const yaml = await parseYaml(await archive.text(file, MOST_NAMES), file);
      const list = namesOf(yaml);
      if (!list) continue;
      source.use([file]);
      const keypoints = isFields(yaml) && yaml.kpt_shape !== undefined;
      found.push({ folder: folderOf(file.path), list, keypoints, isSure: true });
    } catch (error) {
      if (!(error instanceof FileFault || error instanceof ImportFault)) throw error;
      // It counts only if no other file has the names.
      fault = error;
    }
  }
  if (found.length > 0) return found;
  const darknet = files('labels').filter(({ path }) => /(^|\/)_darknet\.labels$/i.test(path));
  const [sure] = [...files('names'), ...darknet];
  const file = sure ?? files('txt').find(({ path }) => /(^|\/)classes\.txt$/i.test(path));
  if (file) {
    source.use([...files('names', 'data'), ...darknet, file]);
    const lines = (await archive.text(file, MOST_NAMES)).trimEnd().split('\n');
    return [{ folder: '', list: lines.map(textOf), keypoints: false, isSure: sure !== undefined }];
  }
  if (fault) throw fault;
  return [];
}

/** @throws ImportFault for YAML that is broken, refers to itself or is too much */
export async function parseYaml(text: string, { path }: Entry): Promise<unknown> {
  try {
    return await readYaml(text);
  } catch {
    throw new ImportFault(`${path} is not YAML that can be read (aliases are not, nor very many values)`);
  }
}

/** A list, or a map from numbers to names. */
export function namesOf(yaml: unknown): string[] | null {
  const names = isFields(yaml) ? yaml.names : undefined;
  if (Array.isArray(names)) return names.every((name) => textOf(name) !== '') ? names.map(textOf) : null;
  return isFields(names) && Object.keys(names).every(isClassNumber) ? namesByNumber(names) : null;
}

/** `train.txt` and similar files list the pictures of a set. */
async function setsOfLists({ files, archive, index, use }: Source): Promise<Map<string, ImportSet>> {
  const sets = new Map<string, ImportSet>();
  for (const entry of files('txt')) {
    const set = setOf(stemOf(entry.path));
    if (!set || index.findStem(withoutEnding(entry.path), [])) continue;
    use([entry]);
    for await (const [line] of linesOf(archive.stream(entry))) {
      const found = index.find(line.replace(/^data\//, ''), [folderOf(entry.path), '']);
      if (found) sets.set(found.path, set);
    }
  }
  return sets;
}

/** `labels/` instead of `images/`, in either case, otherwise beside the picture. */
function labelFileOf({ path }: Entry, texts: ReadonlyMap<string, Entry>): Entry | undefined {
  const file = `${withoutEnding(path)}.txt`;
  const segments = file.split('/');
  const at = segments.findLastIndex((segment) => /^images$/i.test(segment));
  const beside = at < 0 ? [] : ['labels', 'Labels'].map((folder) => segments.with(at, folder).join('/'));
  return texts.get([...beside, file].find((path) => texts.has(path)) ?? '');
}

/** @throws FileFault naming the line */
async function readLabels(
  file: Entry,
  { list: names, keypoints }: Names,
  { archive }: Source,
): Promise<ImageLabels> {
  const boxes: LabelBox[] = [];
  const masks: LabelMask[] = [];
  const losses = new Losses();
  const lines = (await archive.text(file, MOST_LABELS)).split('\n');
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const [number = Number.NaN, ...values] = line.trim().split(/\s+/).map(Number);
    const label = names[number];
    const flaw = `${cleanPath(file.path)}, line ${at + 1}:`;
    if (![number, ...values].every(Number.isFinite)) throw new FileFault(`${flaw} not numbers`);
    if (label === undefined || label === '') throw new FileFault(`${flaw} class ${number} has no name`);
    if (values.length === 4 || values.length === 5 || (keypoints && values.length > 5)) {
      boxes.push(boxOf(label, values));
      if (values.length === 5) losses.add(lastOf(values));
      else if (values.length > 5) losses.add('keypoints');
    } else if (values.length >= 6) {
      if (values.length % 2 === 1) losses.add(lastOf(values));
      const points = values.slice(0, values.length - (values.length % 2));
      boxes.push(...boxAround(label, points));
      masks.push({ label, source: { kind: 'polygons', unit: 'share', polygons: [points] } });
    } else throw new FileFault(`${flaw} neither a box nor a polygon`);
  }
  return { classes: [], boxes, masks, lost: losses.lost };
}

/** A number after a box or an outline is a confidence, or the object's track. */
const lastOf = (values: readonly number[]): Loss => ((values.at(-1) as number) > 1 ? 'tracks' : 'scores');

/** Center and size; more numbers are something else. */
export function boxOf(label: string, [cx = 0, cy = 0, w = 0, h = 0]: readonly number[]): LabelBox {
  return { label, type: 'rect', unit: 'share', x: cx - w / 2, y: cy - h / 2, w, h };
}

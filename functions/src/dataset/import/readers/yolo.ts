/**
 * YOLO labels: a text file per image with class, center and size, or a class and a polygon. Names from `data.yaml`
 * (Ultralytics, CVAT, Roboflow), `obj.names` (CVAT), `_darknet.labels` (Roboflow) or `classes.txt` (Label Studio).
 */
import { isPauseDue, paced, pause } from '../../../common/pause.ts';
import { parsedWeight } from '../budget.ts';
import type { Entry } from '../directory.ts';
import { cleanPath, folderOf, stemOf, withoutEnding } from '../image-index.ts';
import { FileFault, ImportFault } from '../import-fault.ts';
import {
  type ImageLabels,
  type ImportSet,
  type LabelBox,
  type LabelMask,
  NO_LABELS,
  type PlannedImage,
  type Reader,
  type Source,
} from '../plan.ts';
import { setOf, setOfPath } from '../sets.ts';
import { linesOf } from '../text-streams.ts';
import { isClassNumber, isFields, namesByNumber, textOf } from '../values.ts';
import { readYaml } from '../yaml.ts';

/** Files that may have the names and are looked at. */
const MOST_FILES = 100;
/** Maximum bytes of a file with names, and of one with labels. */
const MOST_NAMES = 256 * 1024;
const MOST_LABELS = 1024 * 1024;

export const yolo: Reader = async (source) => {
  const names = await findNames(source);
  if (names === null) return null;
  const texts = new Map(source.files('txt').map((entry) => [entry.path, entry]));
  const listed = await setsOfLists(source);
  let labelled = 0;
  const images: PlannedImage[] = [];
  for await (const entry of paced(source.index.pictures)) {
    const file = labelFileOf(entry, texts);
    if (file) labelled += 1;
    const set = listed.get(entry.path) ?? setOfPath(entry.path);
    const weight = parsedWeight(file?.size ?? 0);
    images.push({ entry, set, weight, labels: () => (file ? readLabels(file, names, source) : NO_LABELS) });
  }
  // A folder of pictures with a file of names, but no labels.
  if (labelled === 0 && images.length > 0 && !names.isSure) return null;
  const notes = names.keypoints ? ['Keypoints are left out; their boxes are imported.'] : [];
  return { images, declared: names.list.filter((name) => name !== ''), unread: [], notes };
};

interface Names {
  list: readonly string[];
  /** Whether boxes are followed by keypoints (`kpt_shape`). */
  keypoints: boolean;
  /** Found in a file that only YOLO has. */
  isSure: boolean;
}

async function findNames(source: Source): Promise<Names | null> {
  const { files, archive } = source;
  let fault: unknown;
  for (const file of files('yaml', 'yml').slice(0, MOST_FILES)) {
    try {
      const yaml = await parseYaml(await archive.text(file, MOST_NAMES), file);
      const list = namesOf(yaml);
      if (list) return { list, keypoints: isFields(yaml) && yaml.kpt_shape !== undefined, isSure: true };
    } catch (error) {
      if (!(error instanceof FileFault || error instanceof ImportFault)) throw error;
      // It counts only if no other file has the names.
      fault = error;
    }
  }
  const darknet = files('labels').filter(({ path }) => /(^|\/)_darknet\.labels$/i.test(path));
  const [sure] = [...files('names'), ...darknet];
  const file = sure ?? files('txt').find(({ path }) => /(^|\/)classes\.txt$/i.test(path));
  if (file) {
    const lines = (await archive.text(file, MOST_NAMES)).trimEnd().split('\n');
    return { list: lines.map(textOf), keypoints: false, isSure: sure !== undefined };
  }
  if (fault) throw fault;
  return null;
}

/** @throws ImportFault for YAML that is broken, refers to itself or is too much */
async function parseYaml(text: string, { path }: Entry): Promise<unknown> {
  try {
    return await readYaml(text);
  } catch {
    throw new ImportFault(`${path} is not YAML that can be read (aliases are not, nor very many values)`);
  }
}

/** A list, or a map from numbers to names. */
function namesOf(yaml: unknown): string[] | null {
  const names = isFields(yaml) ? yaml.names : undefined;
  if (Array.isArray(names)) return names.every((name) => textOf(name) !== '') ? names.map(textOf) : null;
  return isFields(names) && Object.keys(names).every(isClassNumber) ? namesByNumber(names) : null;
}

/** `train.txt` and similar files list the pictures of a set. */
async function setsOfLists({ files, archive, index }: Source): Promise<Map<string, ImportSet>> {
  const sets = new Map<string, ImportSet>();
  for (const entry of files('txt')) {
    const set = setOf(stemOf(entry.path));
    if (!set || index.findStem(withoutEnding(entry.path), [])) continue;
    for await (const [line] of linesOf(archive.stream(entry))) {
      const found = index.find(line.replace(/^data\//, ''), [folderOf(entry.path), '']);
      if (found) sets.set(found.path, set);
    }
  }
  return sets;
}

/** `labels/` instead of `images/`, otherwise beside the picture. */
function labelFileOf({ path }: Entry, texts: ReadonlyMap<string, Entry>): Entry | undefined {
  const file = `${withoutEnding(path)}.txt`;
  const segments = file.split('/');
  const at = segments.findLastIndex((segment) => /^images$/i.test(segment));
  const beside = at < 0 ? undefined : texts.get(segments.with(at, 'labels').join('/'));
  return beside ?? texts.get(file);
}

/** @throws FileFault naming the line */
async function readLabels(
  file: Entry,
  { list: names, keypoints }: Names,
  { archive }: Source,
): Promise<ImageLabels> {
  const boxes: LabelBox[] = [];
  const masks: LabelMask[] = [];
  const lines = (await archive.text(file, MOST_LABELS)).split('\n');
  for (const [at, line] of lines.entries()) {
    if (isPauseDue()) await pause();
    if (line.trim() === '') continue;
    const [number = Number.NaN, ...values] = line.trim().split(/\s+/).map(Number);
    const label = names[number];
    const flaw = `${cleanPath(file.path)}, line ${at + 1}:`;
    if (![number, ...values].every(Number.isFinite)) throw new FileFault(`${flaw} not numbers`);
    if (label === undefined || label === '') throw new FileFault(`${flaw} class ${number} has no name`);
    if (values.length === 4 || values.length === 5 || (keypoints && values.length > 5))
      boxes.push(boxOf(label, values));
    else if (values.length >= 6) {
      // An odd number after the points is the object's track.
      const points = values.slice(0, values.length - (values.length % 2));
      boxes.push(boxAround(label, points));
      masks.push({ label, source: { kind: 'polygons', unit: 'share', polygons: [points] } });
    } else throw new FileFault(`${flaw} neither a box nor a polygon`);
  }
  return { classes: [], boxes, masks };
}

/** Center and size; a fifth number is a confidence or a track, more are keypoints. */
export function boxOf(label: string, [cx = 0, cy = 0, w = 0, h = 0]: readonly number[]): LabelBox {
  return { label, type: 'rect', unit: 'share', x: cx - w / 2, y: cy - h / 2, w, h };
}

function boxAround(label: string, points: readonly number[]): LabelBox {
  const xs = points.filter((_, at) => at % 2 === 0);
  const ys = points.filter((_, at) => at % 2 === 1);
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
  const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));
  const [x, y] = [least(xs), least(ys)];
  return { label, type: 'mask', unit: 'share', x, y, w: most(xs) - x, h: most(ys) - y };
}

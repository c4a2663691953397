/**
 * Pictures in folders: `<class>/`, `<set>/<class>/` (also YOLO's classification tree), and downloadZip's layout with
 * `Masks/` in the folder of a class.
 */
import type { Entry } from '../src/read/entry.ts';
import { baseOf, folderOf, stemOf } from '../src/read/image-index.ts';
import { aboutLabels, apartFromLabels } from '../src/read/label-pictures.ts';
import type { ImageLabels, LabelMask, PlannedImage, Reader, Reading, Source } from '../src/read/plan.ts';
import { setOf, setOfPath } from '../src/read/sets.ts';

/** Folders whose name is not a class, unless there are classes beside them. */
const GENERIC = /^(images?|imgs?|pictures?|photos?|data|dataset|jpegimages|all)$/i;
const UNLABELLED = /^(unclassified|unlabell?ed)$/i;
const MASK_FOLDER = /^masks$/i;

/** Any tree. */
export const folders: Reader = async (source) => (source.index.pictures.length > 0 ? readTree(source) : null);

/** @param whole all of its pictures are in folders of classes, perhaps below those of sets */
export async function readTree(whole: Source): Promise<Reading> {
  const masks = await masksOf(whole.index.pictures);
  const isMask = new Set([...masks.values()].flat());
  const apart = await apartFromLabels(whole);
  const { index } = apart.source;
  const labelPictures = apart.labels.filter((entry) => !isMask.has(entry));
  const strip = wrappers(index.pictures);
  const besides = await besideClasses(index.pictures);
  const images: PlannedImage[] = [];
  const declared = new Set<string>();
  for (const entry of index.pictures) {
    if (isMask.has(entry)) continue;
    const labels = labelsOf(entry, { strip, besides }, masks.get(keyOf(entry)) ?? []);
    for (const label of labels.classes) declared.add(label);
    const own = masks.get(keyOf(entry)) ?? [];
    if (labels.classes.length === 0) for (const mask of own) labelPictures.push(mask);
    whole.use(own);
    images.push({ entry, set: setOfPath(entry.path), labels: () => labels });
  }
  whole.use(labelPictures);
  const about = { notes: [], foreign: aboutLabels(labelPictures) };
  return { images, declared: [...declared].sort(), unread: [], ...about };
}

/** Number of folders around everything: those that all pictures share, as long as there are folders below them. */
function wrappers(pictures: readonly Entry[]): number {
  const [first] = pictures;
  if (!first) return 0;
  const head = first.path.split('/').slice(0, -1);
  let common = head.length;
  let deepest = 0;
  for (const { path } of pictures) {
    const segments = path.split('/').slice(0, -1);
    deepest = Math.max(deepest, segments.length);
    let at = 0;
    while (at < common && segments[at] === head[at]) at += 1;
    common = at;
  }
  const set = head.findIndex((segment) => setOf(segment) !== null);
  const most = set < 0 ? common : Math.min(common, set);
  return Math.min(most, Math.max(0, deepest - 1));
}

/** Names such as `all` and `data` of folders that have a class beside them. */
async function besideClasses(pictures: readonly Entry[]): Promise<Set<string>> {
  const folders = new Set<string>();
  for (const { path } of pictures) folders.add(folderOf(path));
  const isGeneric = (folder: string) => GENERIC.test(baseOf(folder));
  const isClass = (folder: string) =>
    folder !== '' &&
    !isGeneric(folder) &&
    setOf(baseOf(folder)) === null &&
    !MASK_FOLDER.test(baseOf(folder));
  const parents = new Set([...folders].filter(isClass).map(folderOf));
  const besides = [...folders].filter((each) => isGeneric(each) && parents.has(folderOf(each)));
  return new Set(besides.map(baseOf));
}

const isSameSet = (name: string, other = ''): boolean => setOf(name) === setOf(other);

function labelsOf(
  { path }: Entry,
  { strip, besides }: { strip: number; besides: ReadonlySet<string> },
  masks: readonly Entry[],
): ImageLabels {
  const segments = path.split('/').slice(strip, -1);
  const set = segments.findIndex((segment) => setOf(segment) !== null);
  // A folder in that of a set is a class, also if it has the name of another set.
  const isClass = (segment: string, at: number) =>
    (!GENERIC.test(segment) || besides.has(segment)) &&
    (setOf(segment) === null || (at === set + 1 && at > 0 && !isSameSet(segment, segments[set])));
  const label = segments.filter(isClass).at(-1);
  const classes = label === undefined || UNLABELLED.test(label) ? [] : [label];
  const pictures = masks.map(
    (entry): LabelMask => ({ label: label ?? '', source: { kind: 'picture', entry } }),
  );
  return { classes, boxes: [], masks: classes.length === 0 ? [] : pictures };
}

/** Folder and name of a picture. */
const keyOf = ({ path }: Entry): string => `${folderOf(path)}/${stemOf(path)}`;

/** `<folder>/Masks/<name>_mask.png` belongs to `<folder>/<name>.*`. */
async function masksOf(pictures: readonly Entry[]): Promise<Map<string, Entry[]>> {
  const keys = new Set<string>();
  for (const entry of pictures) keys.add(keyOf(entry));
  const masks = Map.groupBy(pictures, ({ path }) => {
    const folder = folderOf(path);
    const key = `${folderOf(folder)}/${stemOf(path).replace(/_mask(_\d+)?$/, '')}`;
    return MASK_FOLDER.test(baseOf(folder)) && keys.has(key) ? key : '';
  });
  masks.delete('');
  return masks;
}

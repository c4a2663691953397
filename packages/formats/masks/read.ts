/** Folders as in MVTec AD: `<set>/<class>/` and `ground_truth/<class>/<name>_mask.png`; `good` is without defects. */
import type { Entry } from '../src/read/entry.ts';
import { baseOf, folderOf, stemOf } from '../src/read/image-index.ts';
import type { ImageLabels, LabelMask, PlannedImage, Reader, Source } from '../src/read/plan.ts';
import { setOf, setOfPath } from '../src/read/sets.ts';

/** Folder of the masks, with the set to which they belong; without one, `test`. */
const TRUTH = /^ground_truth(?:_(\w+))?$/i;
const UNLABELLED = 'unlabelled';
/** Without defects. */
const GOOD = 'good';
/** Bytes of our list of folders: a dataset has at most 400 tags. */
const MOST_LIST = 256 * 1024;

export const masks: Reader = async (source) => {
  const { index, use } = source;
  const truths = Map.groupBy(index.pictures, truthKey);
  const pictures = truths.get('') ?? [];
  truths.delete('');
  if (truths.size === 0 && !(await isWithoutMasks(pictures, source))) return null;
  for (const entries of truths.values()) use(entries);
  const used = new Set<string>();
  const images: PlannedImage[] = [];
  for (const entry of pictures) {
    const [label = '', above = ''] = folderOf(entry.path).split('/').reverse();
    const set = setOfPath(entry.path);
    const key = JSON.stringify([set, label, stemOf(entry.path)]);
    used.add(key);
    const classes = label === '' || label === UNLABELLED || (setOf(label) && !setOf(above)) ? [] : [label];
    const own = (truths.get(key) ?? []).map(
      (mask): LabelMask => ({ label, source: { kind: 'picture', entry: mask } }),
    );
    const labels = { classes, boxes: [], masks: classes.length === 0 ? [] : own };
    images.push({ entry, set, labels: () => labels });
  }
  const unread = [...truths]
    .filter(([key]) => !used.has(key))
    .flatMap(([, entries]) =>
      entries.map(({ path }) => ({ path, reason: 'its image is not in the archive' })),
    );
  const declared = [...new Set(images.flatMap(({ labels }) => (labels() as ImageLabels).classes))];
  return { images, declared: declared.sort(), unread, notes: [] };
};

/** Sets without a mask: our export, whose list of folders has `good`; or one that has nothing else, as MVTec's `train`. */
async function isWithoutMasks(pictures: readonly Entry[], { files, archive, use }: Source): Promise<boolean> {
  const folders = pictures.map(({ path }) => folderOf(path).split('/').reverse());
  const isFiled = ([label = '', above = '']: readonly string[]) =>
    setOf(above) !== null || (above === UNLABELLED && setOf(label) !== null);
  if (folders.length === 0 || !folders.every(isFiled)) return false;
  const list = files('txt').find(({ path }) => baseOf(path) === 'classes.txt');
  if (!list) return folders.every(([label]) => label === GOOD);
  use([list]);
  return (await archive.text(list, MOST_LIST)).split(/\r?\n/).includes(GOOD);
}

/** Set, class and name of the image to which a mask belongs; `''` for a picture that is not a mask. */
function truthKey({ path }: Entry): string {
  const segments = path.split('/').slice(0, -1);
  const at = segments.findIndex((segment) => TRUTH.test(segment));
  if (at < 0) return '';
  const set = setOf(TRUTH.exec(segments[at] as string)?.[1] ?? 'test') ?? 'PREDETERMINED';
  return JSON.stringify([set, segments[at + 1] ?? '', stemOf(path).replace(/_mask(_\d+)?$/, '')]);
}

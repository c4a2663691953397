/** Folders as in MVTec AD: `<set>/<class>/` and `ground_truth/<class>/<name>_mask.png`; `good` is without defects. */
import { groupPaced, paced } from '../../../common/concurrency/pause.ts';
import type { Entry } from '../archive/directory.ts';
import { folderOf, stemOf } from '../archive/image-index.ts';
import type { ImageLabels, LabelMask, PlannedImage, Reader } from '../plan.ts';
import { setOf, setOfPath } from '../sets.ts';

/** Folder of the masks, with the set to which they belong; without one, `test`. */
const TRUTH = /^ground_truth(?:_(\w+))?$/i;
const UNLABELLED = 'unlabelled';

export const masks: Reader = async ({ index, use }) => {
  const truths = await groupPaced(index.pictures, truthKey);
  const pictures = truths.get('') ?? [];
  truths.delete('');
  if (truths.size === 0) return null;
  for (const entries of truths.values()) use(entries);
  const used = new Set<string>();
  const images: PlannedImage[] = [];
  for await (const entry of paced(pictures)) {
    const label = folderOf(entry.path).split('/').at(-1) ?? '';
    const set = setOfPath(entry.path);
    const key = JSON.stringify([set, label, stemOf(entry.path)]);
    used.add(key);
    const classes = label === '' || label === UNLABELLED || setOf(label) ? [] : [label];
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

/** Set, class and name of the image to which a mask belongs; `''` for a picture that is not a mask. */
function truthKey({ path }: Entry): string {
  const segments = path.split('/').slice(0, -1);
  const at = segments.findIndex((segment) => TRUTH.test(segment));
  if (at < 0) return '';
  const set = setOf(TRUTH.exec(segments[at] as string)?.[1] ?? 'test') ?? 'PREDETERMINED';
  return JSON.stringify([set, segments[at + 1] ?? '', stemOf(path).replace(/_mask(_\d+)?$/, '')]);
}

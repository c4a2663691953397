/**
 * Folders as of MVTec AD, by the readme of the dataset and the reader of anomalib (`make_mvtec_ad_dataset`): the sets are
 * folders of classes, and sorted by name the masks of `ground_truth` belong to the defects of `test`.
 */
import { type Files, inFolder, type ReadImage, type ReadMask } from './read.ts';

const SETS = { train: 'train', validation: 'val', test: 'test' } as const;

/** @param pixelsOf decodes a mask */
export async function readMvtec(
  files: Files,
  pixelsOf: (png: Buffer) => Promise<Omit<ReadMask, 'name'>>,
): Promise<ReadImage[]> {
  const found: ReadImage[] = [];
  for (const [folder, set] of Object.entries(SETS)) {
    const truth = folder === 'test' ? 'ground_truth' : `ground_truth_${folder}`;
    for (const path of [...files.keys()]
      .filter((each) => each.startsWith(`${folder}/`) && !each.endsWith('/'))
      .sort()) {
      const [, label = '', file = ''] = path.split('/');
      const stem = file.slice(0, file.lastIndexOf('.'));
      const masks: ReadMask[] = [];
      for (const [at, bytes] of files)
        if (
          at.startsWith(`${truth}/${label}/${stem}_mask`) &&
          /^_mask(_\d+)?\.png$/.test(at.slice(`${truth}/${label}/${stem}`.length))
        )
          masks.push({ name: label, ...(await pixelsOf(bytes)) });
      found.push({
        set,
        bytes: files.get(path) as Buffer,
        classes: [label],
        boxes: [],
        masks,
      });
    }
    for (const path of inFolder(files, `unlabelled/${folder}`))
      found.push({ set, bytes: files.get(path) as Buffer, classes: [], boxes: [], masks: [] });
  }
  return found;
}

/**
 * Folders as in MVTec AD: `train/`, `validation/` and `test/`, each with a folder for every class, because readers number classes by
 * the folders that they find; images without a defect in `good`; and `ground_truth/<class>/<stem>_mask.png` for the defects of
 * `test`. Masks of the other sets are in `ground_truth_train` and `ground_truth_validation`, because readers expect as many masks
 * in `ground_truth` as defects in `test`. Images without any class are in `unlabelled/<set>`. `classes.txt` lists the folders in
 * the order in which readers number them.
 */

import { byteOrder } from '../../records/src/byte-order.ts';
import type { TrainingSet } from '../../records/src/lists.ts';
import type { ManifestImage } from '../../records/src/manifest.ts';
import { isNormalName } from '../../records/src/normal-name.ts';
import { isClassified } from '../src/format.ts';
import { severalFolders } from '../src/loss.ts';
import type { ArchiveFormat, Place, Survey } from '../src/write/archive-format.ts';
import { containedClasses, type ExportSource, LONG_SETS, SETS } from '../src/write/export-source.ts';
import { FileNames, folderNames } from '../src/write/file-names.ts';
import { goodMasks } from '../src/write/losses.ts';
import { maskFile } from '../src/write/safe-name.ts';

const truthFolder = (set: TrainingSet): string =>
  set === 'TEST' ? 'ground_truth' : `ground_truth_${LONG_SETS[set]}`;

const GOOD = 'good';
/** For images without any class. */
const UNLABELLED = 'unlabelled';

export const masks: ArchiveFormat = {
  classFolders: (source) =>
    foldersOf(source).map((folder, number) => (isGood(number, source) ? nameOf(number, source) : folder)),
  head: (source) => {
    const listed = listedFolders(source);
    const sets = SETS.filter((set) => source.counts.sets[set] > 0);
    return [
      { path: 'classes.txt', text: `${listed.join('\n')}\n` },
      ...sets.flatMap((set) => listed.map((folder) => ({ path: `${LONG_SETS[set]}/${folder}/`, text: '' }))),
    ];
  },
  survey: unfiled,
  copies: ({ counts, classes }) => (counts.features.severalTags > 0 ? classes.names.length : 1),
  placing: (source) => {
    const names = new FileNames();
    const folders = foldersOf(source);
    return (image) => placeOf(image, source, names, folders);
  },
};

const nameOf = (number: number, { classes }: ExportSource): string => classes.names[number] ?? '';
const isGood = (number: number, source: ExportSource): boolean => isNormalName(nameOf(number, source));

/** By number of the class; those of classes without defects are not used. */
const foldersOf = ({ classes }: ExportSource): string[] => folderNames([GOOD, ...classes.names]).slice(1);

/** In the order of Python's `sorted`. */
const listedFolders = (source: ExportSource): string[] =>
  [GOOD, ...foldersOf(source).filter((_, number) => !isGood(number, source))].sort(byteOrder);

function placeOf(
  image: ManifestImage,
  source: ExportSource,
  names: FileNames,
  folders: readonly string[],
): Place {
  const { stem, file } = names.take(image, image.set);
  const defects = defectsOf(image, source);
  const set = LONG_SETS[image.set];
  if (defects === null) return { paths: [`${UNLABELLED}/${set}/${file}`] };
  if (defects.length === 0) return { paths: [`${set}/${GOOD}/${file}`] };
  return {
    paths: defects.map((number) => `${set}/${folders[number]}/${file}`),
    masks: defects.flatMap((number) => {
      const own = image.masks.filter(({ tag }) => source.classes.of(tag) === number);
      const folder = `${truthFolder(image.set)}/${folders[number]}`;
      return own.map((mask, index) => ({ path: `${folder}/${maskFile(stem, index)}`, mask }));
    }),
  };
}

/** What the folders change, besides what the counts of the version say (losses.ts). */
function unfiled(source: ExportSource): Survey {
  const found = { several: 0, masks: 0 };
  return {
    see: (image) => {
      if (isClassified(source.type) && (defectsOf(image, source)?.length ?? 0) > 1) found.several += 1;
      const numbers = image.masks.map(({ tag }) => source.classes.of(tag));
      found.masks += numbers.filter((number) => number !== undefined && isGood(number, source)).length;
    },
    notes: () => [...severalFolders(found.several), ...goodMasks(found.masks)],
  };
}

/** Numbers of its defect classes; null if it has no class at all. */
function defectsOf(image: ManifestImage, { type, classes }: ExportSource): number[] | null {
  const own = classes.of(image.tag);
  const masked = image.masks.map(({ tag }) => classes.of(tag)).filter((each) => each !== undefined);
  const all = isClassified(type)
    ? [...new Set([...(own === undefined ? [] : [own]), ...masked])]
    : containedClasses(image, classes);
  if (all.length === 0) return null;
  return all.filter((number) => !isNormalName(classes.names[number] ?? ''));
}

/** What a format cannot contain of a version (Contract 11). */
import type { TrainingSet } from '../../../records/src/lists.ts';
import { TRAINING_SETS } from '../../../records/src/lists.ts';
import type { LabelCounts } from '../../../records/src/version-counts.ts';
import { FORMATS, type Format, outOf } from '../../formats.ts';
import { type Counted, type ImageMode, isClassified, type Loss } from '../format.ts';
import { missing, plural, said } from '../loss.ts';

/** A format's way of giving images, the default first, its revision, and its losses. */
export interface FormatLimits {
  format: Format;
  images: ImageMode[];
  revision: number;
  notes: Loss[];
}

export const limitsOfFormats = (version: Counted): FormatLimits[] =>
  FORMATS.map((format) => ({
    format,
    images: [...outOf(format).modes],
    revision: outOf(format).revision,
    notes: lossesOf(format, version),
  }));

/** Empty if the format contains everything. */
export function lossesOf(format: Format, version: Counted): Loss[] {
  const { holds, losses = () => [] } = outOf(format);
  const { features } = version.counts;
  // Versions of before do not have all counts.
  const { rects, maskBoxes, points, classified, masks, flatBoxes = 0, unaccepted = 0 } = features;
  const held = holds?.(version.type);
  if (!held) return losses(version);
  return [
    held.boxes
      ? missing('flat-boxes', flatBoxes, 'box without area in the image', 'boxes without area in the image')
      : missing('boxes', rects + maskBoxes - (held.masks ? boxesOfMasks(version) : 0), 'box', 'boxes'),
    missing('points', points, 'point', 'points'),
    held.boxes ? [...modelsWord(unaccepted), ...(held.knowsUnlabelled ? [] : misleading(version))] : [],
    held.classes ? [] : missing('classes', classified, 'class of a whole image', 'classes of whole images'),
    held.masks ? [] : missing('masks', masks, 'mask', 'masks'),
    losses(version),
    held.boxes && held.masks && masks > 0 && rects > 0
      ? said('box-outlines', `${plural(rects, 'box has', 'boxes have')} the outline of a rectangle.`, rects)
      : [],
  ].flat();
}

/** Boxes that are those of masks, which say more. Versions of before do not count objects: none of them. */
function boxesOfMasks({ counts: { tags, features } }: Counted): number {
  const joined = tags.map(({ annotations, masks, objects }) =>
    objects ? annotations + masks - TRAINING_SETS.reduce((sum, set) => sum + objects[set], 0) : 0,
  );
  return Math.min(
    features.maskBoxes,
    joined.reduce((sum, each) => sum + each, 0),
  );
}

/** What readers of boxes take for more than it is. */
function misleading({ type, counts: { labels } }: Counted): Loss[] {
  if (!labels || isClassified(type)) return [];
  const of = (label: keyof LabelCounts) => TRAINING_SETS.reduce((sum, set) => sum + labels[set][label], 0);
  return (['unchecked', 'unclassed'] as const).flatMap((label) => asEmpty(label, of(label)));
}

function asEmpty(label: 'unchecked' | 'unclassed', count: number): Loss[] {
  const images = `${plural(count, 'image', 'images')} ${label === 'unchecked' ? 'that nobody has labelled' : 'without a label of these classes'}`;
  return count === 0
    ? []
    : said(label, `${images}: for a trainer, nothing is in ${count === 1 ? 'it' : 'them'}.`, count);
}

const modelsWord = (count: number): Loss[] =>
  count === 0
    ? []
    : said(
        'unaccepted',
        `${plural(count, 'annotation is', 'annotations are')} of a model, and no person has accepted ${count === 1 ? 'it' : 'them'}.`,
        count,
      );

/** What is different in an archive, which is known when its files are named, or when they are read. */
export const renamedImages = (count: number): Loss[] =>
  changed('renamed-images', count, 'image has another file name', 'images have other file names');
export const renamedClasses = (count: number): Loss[] =>
  changed('renamed-classes', count, 'class has another name in paths', 'classes have other names in paths');
export const turnedImages = (count: number): Loss[] =>
  count === 0
    ? []
    : said(
        'turned',
        `${plural(count, 'image is', 'images are')} turned upright and compressed again.`,
        count,
      );
export const goodMasks = (count: number): Loss[] =>
  missing('good-masks', count, 'mask of a part without defects', 'masks of parts without defects');
export const emptyMasks = (count: number): Loss[] =>
  missing('empty-masks', count, 'mask without a pixel', 'masks without a pixel');

export const untypedSet = (set: TrainingSet, images: number, fields: readonly string[]): Loss[] =>
  said(
    `untyped-${set}`,
    `No image of ${set} has ${fields.join(' or ')}: Hugging Face Datasets loads this set by itself only (data_dir of its folder).`,
    images,
  );

const changed = (code: string, count: number, one: string, many: string): Loss[] =>
  count === 0 ? [] : said(code, `${plural(count, one, many)} here: index.csv says which.`, count);

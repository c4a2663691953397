/**
 * What an import will not keep or read (Contract 11): a code with its values, for callers that write their own sentence, and the
 * sentence.
 */

import type { ImportFormat } from '../../formats.ts';
import type { Entry } from './entry.ts';

/** What a note may name; only what its code has. */
interface Values {
  count: number;
  /** The first of its files, and how many more there are. */
  file: string;
  more: number;
  /** What the files are, or what is not kept. */
  what: string;
  /** What to export instead. */
  instead: string;
  format: ImportFormat;
}

const SENTENCES = {
  'not read': ({ what, instead, ...files }) =>
    `${named(files, 'file')} ${isAre(files)} ${what}, which is not read. Export ${instead} instead.`,
  'labels in colors': ({ file, more, instead }) =>
    `${file} ${more === 0 ? 'is a picture' : `and ${more} more are pictures`} in which a color or a number is a class, which is not read. Export ${instead} instead.`,
  panoptic: ({ instead }) =>
    `COCO panoptic has its segments in the colors of pictures, which are not read. Export ${instead} instead.`,
  'unknown labels': ({ instead, ...files }) =>
    `${named(files, 'file')} ${files.more === 0 ? 'looks like a file' : 'look like files'} of labels in a format that is not known. Export ${instead} instead.`,
  'choose format': ({ format }) => `To import the images without these labels, choose the format ${format}.`,
  'folders only': () => 'Classes come from the folders only.',
  'pictures without labels': (files) => `Not imported: ${named(files, 'picture')}, which no label names.`,
  'other files': (files) => `Not read: ${named(files, 'file')}.`,
  segmentations: ({ count, instead }) =>
    `${count} segmentations (SegmentationClass, SegmentationObject) are left out. Export ${instead} to import them.`,
  'further classes': ({ count }) =>
    `${count} further classes of whole images become a point in the image's middle: an image has one class of its own.`,
  'repeated pictures': ({ count }) =>
    `${count} pictures have the bytes of another one in the archive: they are not added again, nor their labels.`,
  'flat boxes': ({ count }) => `${count} boxes have no area inside their images and are left out.`,
  'joined masks': ({ count }) =>
    `${count} outlines become a part of another mask of their class: an image with more than 64 masks has one of outlines for each class. Their boxes stay apart.`,
  crowds: ({ count }) =>
    `${count} ${count === 1 ? 'group of objects (a crowd) comes as one object' : 'groups of objects (crowds) come as one object each'}: a report counts it as missed where a model finds the objects in it.`,
  'not kept': ({ what, count }) => `Not kept: ${what} (${count}).`,
} satisfies Record<string, (values: Values) => string>;

export type NoteCode = keyof typeof SENTENCES;
export const NOTE_CODES = Object.keys(SENTENCES) as NoteCode[];

export interface Note {
  code: NoteCode;
  values: Partial<Values>;
}

const NOTHING: Values = { count: 0, file: '', more: 0, what: '', instead: '', format: 'folders' };

export const sentenceOf = ({ code, values }: Note): string => SENTENCES[code]({ ...NOTHING, ...values });

/** A note about files; none if there are none. */
export const aboutFiles = (
  code: NoteCode,
  [first, ...others]: readonly Entry[],
  values: Note['values'] = {},
): Note[] => (first ? [{ code, values: { file: first.path, more: others.length, ...values } }] : []);

type Files = Pick<Values, 'file' | 'more'>;

const named = ({ file, more }: Files, noun: string): string =>
  more === 0 ? file : `${file} and ${more} more ${noun}${more === 1 ? '' : 's'}`;

const isAre = ({ more }: Files): string => (more === 0 ? 'is' : 'are');

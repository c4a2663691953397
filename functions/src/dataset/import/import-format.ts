/** Formats of an import (Contract 11): those of exports, those of other programs, and a plain folder tree. */
import { FORMATS } from '../formats/export-format.ts';

export const IMPORT_FORMATS = [
  ...FORMATS,
  'cvat',
  'label-studio',
  'labelme',
  'datumaro',
  'supervisely',
  'kitti',
  'openimages',
  'classes-csv',
  'tensorflow-csv',
  'folders',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

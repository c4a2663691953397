/** Formats of an import (Contract 11): those of exports, and a plain folder tree. */
import { FORMATS } from '../formats/export-format.ts';

export const IMPORT_FORMATS = [...FORMATS, 'folders'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

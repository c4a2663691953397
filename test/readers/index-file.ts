/** `index.csv` of an archive: RFC 4180 with a header. */
import { parse } from 'csv-parse/sync';
import { type Files, text } from './read.ts';

export interface IndexRow {
  file: string;
  image: string;
  set: 'TRAIN' | 'VALIDATION' | 'TEST';
  class: string;
  sha256: string;
}

export const readIndex = (files: Files): IndexRow[] => parse(text(files, 'index.csv'), { columns: true });

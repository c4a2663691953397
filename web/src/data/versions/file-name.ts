/** Names of saved files. Pure. */
import type { ExportFormat } from '../../../../client/src/versions.ts';

/** The name of a dataset as a part of file names that no shell takes apart. */
export const plainName = (name: string): string => name.replace(/[^\p{L}\p{N}_-]+/gu, '_');

/** The file of a version, without its ending. */
export const fileStem = (dataset: string, number: number, format: ExportFormat): string =>
  `${plainName(dataset)}-v${number}-${format}`;

/** Names of saved files. Pure. */

/** The name of a dataset as a part of file names that no shell takes apart. */
export const plainName = (name: string): string => name.replace(/[^\p{L}\p{N}_-]+/gu, '_');

/** The file of a version, without its ending. */
export const fileStem = (dataset: string, number: number, format: string): string =>
  `${plainName(dataset)}-v${number}-${format}`;

import { stringify } from 'csv-stringify/sync';

/** Cells that no rule of CSV changes: all that we make ourselves. */
const PLAIN = /^(?:[\w.:/][\w.:/-]*)?$/;

const isPlain = (row: readonly string[]): boolean => row.length > 1 && row.every((cell) => PLAIN.test(cell));

/**
 * The text of rows: no header, `\n` after every row, cells quoted if necessary. Rows may differ in length (Contract 4).
 * Labels and `gs://` URIs cannot start a spreadsheet formula; a cell that does is escaped. Rows of plain cells are joined at a
 * quarter of the price.
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.every(isPlain) ? rows.map((row) => `${row.join(',')}\n`).join('') : quotedText(rows);

const quotedText = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: '\n', bom: false, header: false, escape_formulas: true });

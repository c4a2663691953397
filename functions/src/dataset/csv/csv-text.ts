import { stringify } from 'csv-stringify/sync';

/**
 * The text of rows: no header, `\n` after every row, cells quoted if necessary. Rows may differ in length (Contract 4).
 * Labels and `gs://` URIs cannot start a spreadsheet formula; a cell that does is escaped.
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: '\n', bom: false, header: false, escape_formulas: true });

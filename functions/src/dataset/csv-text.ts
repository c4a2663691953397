import { stringify } from 'csv-stringify/sync';

/**
 * Rows of cells to the text of the import file: no header, `\n` after every row, cells quoted where they need it. Rows of
 * different lengths are meant (Contract 4). Labels and `gs://` uris cannot start a spreadsheet formula; should a cell
 * ever do, it is escaped.
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: '\n', bom: false, header: false, escape_formulas: true });

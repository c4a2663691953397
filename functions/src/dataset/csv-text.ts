import { type Stringifier, stringify } from 'csv-stringify';

/**
 * Rows of cells to the bytes of the import file: UTF-8, no header, `\n` after every row, cells quoted where they need
 * it. Rows of different lengths are meant (Contract 4). Labels and `gs://` uris cannot start a spreadsheet
 * formula; should a cell ever do, it is escaped.
 */
export const csvText = (): Stringifier =>
  stringify({ record_delimiter: '\n', bom: false, header: false, escape_formulas: true });

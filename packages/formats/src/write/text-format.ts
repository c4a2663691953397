import type { LinkOf } from './archive-format.ts';
import type { ExportSource } from './export-source.ts';

export interface TextInput {
  /** URL of an image; null unless links were requested. */
  linkOf: LinkOf | null;
  csvText(rows: readonly (readonly string[])[]): string;
}

/** A format that is one file of lines. */
export interface TextFormat {
  /** @throws CsvFault before the first line if it has no place for the version */
  require?(source: ExportSource): void;
  lines(source: ExportSource, input: TextInput): AsyncGenerator<string>;
  /** Each box has a row of its own, with the address of its image. */
  isRowPerBox?: boolean;
}

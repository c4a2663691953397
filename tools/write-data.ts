/**
 * `npm run data-page`: writes the tables of docs/internals/data.md whose records `packages/records` describes, and those of formats in
 * docs/train/versions.md and docs/label/import.md. The rest of the pages is by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FORMATS, IMPORT_FORMATS, type ImportFormat, inOf, outOf } from '../packages/formats/formats.ts';
import { READERS } from '../packages/formats/readers.ts';
import { datasetRecord } from '../packages/records/src/dataset.ts';
import { imageRecord } from '../packages/records/src/image.ts';
import { importRecord } from '../packages/records/src/import.ts';
import { jobRecord } from '../packages/records/src/job.ts';
import { monitorRecord } from '../packages/records/src/monitor.ts';
import { type Described, tableOf } from '../packages/records/src/record.ts';
import { runRecord } from '../packages/records/src/run.ts';
import { sessionRecord } from '../packages/records/src/session.ts';
import { tagRecord } from '../packages/records/src/tag.ts';
import { versionRecord } from '../packages/records/src/version.ts';

const RECORDS: readonly Described[] = [
  datasetRecord,
  tagRecord,
  versionRecord,
  jobRecord,
  importRecord,
  runRecord,
  imageRecord,
  monitorRecord,
  sessionRecord,
];

/** The page with these tables as the records are described now. @throws if it has no section for one of them */
export const withTables = (page: string): string => RECORDS.reduce(withTable, page);

function withTable(page: string, record: Described): string {
  const [before, section] = page.split(`\n### \`${record.path}\`\n`);
  if (section === undefined) throw new Error(`docs/internals/data.md has no section ${record.path}`);
  const table = /(?<=\n)\|.*\n(?:\|.*\n)+/.exec(section) as RegExpExecArray;
  const rest = section.slice(table.index + table[0].length);
  return `${before}\n### \`${record.path}\`\n${section.slice(0, table.index)}${tableOf(record)}\n${rest}`;
}

/** Rows of a table by its first column; what is said of several formats is said once. */
function rowsOf<F extends string>(formats: Iterable<F>, cellsOf: (format: F) => readonly string[]): string[] {
  const said = Map.groupBy(formats, (format) => cellsOf(format).join(' | '));
  return Array.from(said, ([cells, own]) => `| ${own.map(quoted).join(', ')} | ${cells} |`);
}

const quoted = (word: string): string => `\`${word}\``;

const exportRows = (): string[] =>
  rowsOf(FORMATS, (format) => {
    const { file, contains, modes, isStorage } = outOf(format);
    return [file, contains, isStorage ? '`links` (`gs://` uris)' : modes.map(quoted).join(', ')];
  });

/** In the order in which they are recognized. */
const importRows = (): string[] =>
  rowsOf(new Set<ImportFormat>([...READERS.map(({ format }) => format), ...IMPORT_FORMATS]), (format) => {
    const { recognizedBy, labels } = inOf(format);
    return [recognizedBy, labels];
  });

/** The page with its table of formats. @throws if it has none */
export function withFormats(page: string, rows: readonly string[]): string {
  const table = /(\| `format` \|.*\n\|---.*\n)(?:\|.*\n)+/;
  if (!table.test(page)) throw new Error('the page has no table of formats');
  return page.replace(table, (_, head: string) => `${head}${rows.join('\n')}\n`);
}

/** Each page with what it is written by. */
export const PAGES: readonly (readonly [name: string, write: (page: string) => string])[] = [
  ['docs/internals/data.md', withTables],
  ['docs/train/versions.md', (page) => withFormats(page, exportRows())],
  ['docs/label/import.md', (page) => withFormats(page, importRows())],
];

if (import.meta.main)
  for (const [name, write] of PAGES) {
    const file = resolve(import.meta.dirname, '..', name);
    writeFileSync(file, write(readFileSync(file, 'utf8')));
  }

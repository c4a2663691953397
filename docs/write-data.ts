/** `npm run data-page`: writes the tables of docs/data.md whose records `packages/records` describes. The rest of the page is by hand. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { datasetRecord } from '../packages/records/src/dataset.ts';
import { imageRecord } from '../packages/records/src/image.ts';
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
  runRecord,
  imageRecord,
  monitorRecord,
  sessionRecord,
];
const PAGE = resolve(import.meta.dirname, 'data.md');

/** The page with these tables as the records are described now. @throws if it has no section for one of them */
export const withTables = (page: string): string => RECORDS.reduce(withTable, page);

function withTable(page: string, record: Described): string {
  const [before, section] = page.split(`\n### \`${record.path}\`\n`);
  if (section === undefined) throw new Error(`docs/data.md has no section ${record.path}`);
  const table = /(?<=\n)\|.*\n(?:\|.*\n)+/.exec(section) as RegExpExecArray;
  const rest = section.slice(table.index + table[0].length);
  return `${before}\n### \`${record.path}\`\n${section.slice(0, table.index)}${tableOf(record)}\n${rest}`;
}

if (import.meta.main) writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8')));

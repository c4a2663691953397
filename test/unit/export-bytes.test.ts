/**
 * Contract 11: the same version gives the same bytes, from one release to the next. `RECORD=1` writes them anew: only together
 * with a new revision of the format, which docs/train/versions.md names.
 * @covers Contract 11 exports: bytes of every format, from release to release
 */

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { FORMATS, outOf } from '../../packages/formats/formats.ts';
import { DATASET_TYPES } from '../../packages/records/src/lists.ts';
import { furnish } from '../support/export-corpus.ts';

const FILE = resolve(import.meta.dirname, '../support/recorded-exports.json');
const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>;
const found: Record<string, string> = {};

afterAll(() => {
  if (process.env.RECORD) writeFileSync(FILE, `${JSON.stringify(found, null, 2)}\n`);
});

/** Without links: those have a secret. The `gs://` addresses of csv and Vertex are the same at each time. */
const modesOf = (format: (typeof FORMATS)[number]): string[] =>
  outOf(format).ending === 'zip' || format === 'ndjson' ? ['bytes', 'none'] : ['links'];

test.each(DATASET_TYPES)('%s', async (type) => {
  const { memory } = await furnish(type);
  for (const version of memory.versions) version.createdAt = Date.UTC(2026, 10, 30);
  for (const format of FORMATS)
    for (const images of modesOf(format).filter((each) => outOf(format).modes.includes(each as 'none'))) {
      const name = `${format} ${outOf(format).revision} of ${type}, ${images}`;
      const { bytes, notes } = await memory.export(format, { images });
      found[name] = createHash('sha256').update(bytes).update(JSON.stringify(notes)).digest('hex');
    }
  const other = Object.keys(found).filter((name) => name in recorded && recorded[name] !== found[name]);
  if (process.env.RECORD && other.length > 0)
    throw new Error(`raise the revision first: ${other.join('; ')}`);
  if (process.env.RECORD) return;
  const own = Object.entries(recorded).filter(([name]) => name.includes(` of ${type},`));
  expect(Object.fromEntries(own)).toEqual(
    Object.fromEntries(
      Object.keys(found)
        .filter((name) => name.includes(` of ${type},`))
        .map((name) => [name, found[name]]),
    ),
  );
});

/**
 * The diagrams of the pages are text, which GitHub draws.
 * @covers docs/internals/architecture.md: files of its walks exist
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../..');
const page = await readFile(join(ROOT, 'docs/internals/architecture.md'), 'utf8');
// The first one has who calls what.
const [, ...walks] = [...page.matchAll(/^```mermaid\n(.*?)^```/gms)].map(([, text = '']) => text);

test.each(walks.map((text, at) => [at + 1, text] as const))('files of walk %s exist', (_, text) => {
  const files = [...text.matchAll(/[\w./-]+\.ts\b/g)].map(([file]) => file);
  expect(files.length).toBeGreaterThan(2);
  const isThere = (file: string) =>
    ['functions/src', '.'].some((folder) => existsSync(join(ROOT, folder, file)));
  expect(files.filter((file) => !isThere(file))).toEqual([]);
});

test('there are walks', () => expect(walks).toHaveLength(4));

/** The files of the API page. It is built from openapi.yaml and loads nothing from other hosts. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { pageOf } from './render/page.ts';
import type { Document } from './render/types.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const OWN = join(import.meta.dirname, 'page');
const OPENAPI = join(ROOT, 'openapi.yaml');

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  yaml: 'application/yaml; charset=utf-8',
};

const written = (file: string) => () => readFile(file);

let rendered: { text: string; page: Buffer } | undefined;

/** Rendered again only after a change of the document: it takes a second. */
async function renderPage(): Promise<Buffer> {
  const text = await readFile(OPENAPI, 'utf8');
  if (rendered?.text !== text) rendered = { text, page: Buffer.from(pageOf(parse(text) as Document)) };
  return rendered.page;
}

/** By the path that the page requests. */
export const PAGE_FILES: ReadonlyMap<string, () => Promise<Buffer>> = new Map([
  ['index.html', renderPage],
  ['try.js', written(join(OWN, 'try.js'))],
  ['page.css', written(join(OWN, 'page.css'))],
  // The console's font.
  ['icon.svg', written(join(ROOT, 'web/public/icon.svg'))],
  ['tokens.css', written(join(ROOT, 'web/src/ui/tokens.css'))],
  ['openapi.yaml', written(OPENAPI)],
]);

export const mediaTypeOf = (name: string): string =>
  TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';

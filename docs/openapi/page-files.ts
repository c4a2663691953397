/** The files of the API page: ours, the document, and the renderer's, which work without any other address. */
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const OWN = join(import.meta.dirname, 'page');
const RENDERER = join(ROOT, 'node_modules/swagger-ui-dist');

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  png: 'image/png',
  yaml: 'application/yaml; charset=utf-8',
};

/** By the name under which the page asks for it. */
export const PAGE_FILES: ReadonlyMap<string, string> = new Map([
  ['index.html', join(OWN, 'index.html')],
  ['page.js', join(OWN, 'page.js')],
  ['page.css', join(OWN, 'page.css')],
  ['openapi.yaml', join(ROOT, 'openapi.yaml')],
  ...['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'].map(
    (name) => [name, join(RENDERER, name)] as const,
  ),
]);

export const mediaTypeOf = (name: string): string =>
  TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';

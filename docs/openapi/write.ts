/** `npm run openapi`: writes openapi.yaml. With `-- --record` the examples are asked of a local stack anew first. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { stringify } from 'yaml';
import { makeDocument } from './document.ts';
import { readExamples } from './examples.ts';

const ROOT = resolve(import.meta.dirname, '../..');
export const OPENAPI = resolve(ROOT, 'openapi.yaml');

/** The text of openapi.yaml. */
export function writeDocument(): string {
  const { version } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as { version: string };
  const document = makeDocument(version, readExamples());
  const text = stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
  return `# Written by \`npm run openapi\`: see docs/openapi.\n${text}`;
}

if (import.meta.main) {
  writeFileSync(OPENAPI, writeDocument());
  process.exit();
}

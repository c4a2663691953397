/** `npm run openapi`: writes openapi.yaml. With `-- --record` it first records the examples from a local stack. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { stringify } from 'yaml';
import { makeDocument } from './document.ts';
import { EXAMPLES, type Recorded, readExamples } from './examples.ts';
import { withPortablePatterns } from './portable-pattern.ts';

const ROOT = resolve(import.meta.dirname, '../..');
export const OPENAPI = resolve(ROOT, 'openapi.yaml');

/** The text of openapi.yaml. */
export function writeDocument(): string {
  const { version } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as { version: string };
  const document = withPortablePatterns(makeDocument(version, readExamples()));
  const text = stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
  return `# Written by \`npm run openapi\`: see docs/openapi.\n${text}`;
}

async function record(): Promise<void> {
  const { askAll, toExample } = await import('./ask.ts');
  const examples: Recorded[] = [];
  await askAll((told) => {
    const { asking, status, text } = told;
    if (status !== asking.status)
      throw new Error(
        `${asking.method} ${asking.path}: ${status} ${text.slice(0, 500)}, not ${asking.status}`,
      );
    examples.push(toExample(told));
  });
  writeFileSync(EXAMPLES, `${JSON.stringify(examples, null, 2)}\n`);
}

if (import.meta.main) {
  if (process.argv.includes('--record')) await record();
  writeFileSync(OPENAPI, writeDocument());
  process.exit();
}

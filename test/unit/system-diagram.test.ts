import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { drawGrants } from '../../docs/diagram/grants.ts';
import { drawSystem } from '../../docs/diagram/system.ts';

test.each([
  ['system', drawSystem],
  ['grants', drawGrants],
])('docs/%s.svg is what `npm run diagram` draws', async (name, draw) => {
  const kept = await readFile(resolve(import.meta.dirname, `../../docs/${name}.svg`), 'utf8');
  expect(kept).toBe(draw());
});

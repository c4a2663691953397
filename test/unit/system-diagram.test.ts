import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { drawSystem } from '../../docs/diagram/system.ts';

test('docs/system.svg is what `npm run diagram` draws', async () => {
  const kept = await readFile(resolve(import.meta.dirname, '../../docs/system.svg'), 'utf8');
  expect(kept).toBe(drawSystem());
});

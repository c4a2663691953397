/**
 * @covers README: every command, what is printed under it, names, links, the picture
 * @covers docs/architecture.md: its pictures are the imports
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { drawGrants } from '../../docs/diagram/grants.ts';
import { drawSystem } from '../../docs/diagram/system.ts';
import { drawWalk, WALKS } from '../../docs/diagram/walks.ts';

test.each([
  ['system', drawSystem],
  ['grants', drawGrants],
  ...Object.entries(WALKS).map(([name, walk]) => [`walk-${name}`, () => drawWalk(walk)] as const),
])('docs/%s.svg is what `npm run diagram` draws', async (name, draw) => {
  const kept = await readFile(resolve(import.meta.dirname, `../../docs/${name}.svg`), 'utf8');
  expect(kept).toBe(draw());
});

test('a picture of a way through the code is not drawn if an import that it shows is gone', () => {
  const columns = [
    [['functions/src/image/routes.ts', '']],
    [['functions/src/monitor/add-image.ts', '']],
  ] as const;
  expect(() => drawWalk({ title: '', columns })).toThrow('imports functions/src/monitor/add-image.ts');
});

/**
 * Contract 11: what readers of exports found: pictures keep their colors, and no box is missed that a mask says.
 * @covers Contract 11 exports: 4:4:4 stays, boxes of masks are not missing, revision
 */
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { turnedUpright } from '../../functions/src/dataset/upright.ts';
import { FORMATS, outOf } from '../../packages/formats/formats.ts';
import { limitsOfFormats, lossesOf } from '../../packages/formats/src/write/losses.ts';
import { maskPng } from '../support/mask-png.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { readZip } from '../support/read-zip.ts';

test.each(['4:4:4', '4:2:0'])('a turned JPEG of %s stays one', async (chromaSubsampling) => {
  const background = { r: 200, g: 20, b: 90 };
  const stored = await sharp({ create: { width: 32, height: 16, channels: 3, background } })
    .jpeg({ chromaSubsampling })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const turned = await turnedUpright(stored, new AbortController().signal);
  expect(await sharp(turned as Buffer).metadata()).toMatchObject({ width: 16, chromaSubsampling });
});

test('the box of a mask is not missing where the mask is; a box without one is', async () => {
  const memory = new MemoryVersions('MULTILABEL', [
    { id: 'a', name: 'scratch' },
    { id: 'b', name: 'dent' },
  ]);
  const box = (tag: string) =>
    ({ type: 'mask', tag, x: 0, y: 0, w: 0.5, h: 0.5, labeled: 'manual' }) as const;
  memory.add('one', { tags: [box('a'), box('b')] }, Buffer.from([0xff, 0xd8, 0xff]), {
    a: await maskPng(64, 48),
  });
  const { number } = await memory.make({ group: 'image', test: 0, validation: 0 });
  const { counts, parameters } = memory.versions[number - 1]!;
  const version = { type: parameters.type, counts: counts! };
  expect(lossesOf('masks', version)).toContainEqual({ code: 'boxes', count: 1, text: '1 box is not in it.' });
  expect(limitsOfFormats(version).map(({ format, revision }) => [format, revision])).toEqual(
    FORMATS.map((format) => [format, outOf(format).revision]),
  );
});

test('another project gets the colors and keys of classes', async () => {
  const memory = new MemoryVersions('MULTICLASS', [{ id: 'a', name: 'good', color: '#2d7', key: 'g' }]);
  memory.add('one', { tag: 'a' }, Buffer.from([0xff, 0xd8, 0xff]));
  await memory.make({});
  const files = await readZip((await memory.export('sightline')).bytes);
  const { tags } = JSON.parse(String(files.get('dataset.json')));
  expect(tags).toMatchObject([{ name: 'good', color: '#2d7', key: 'g' }]);
});

/**
 * Contract 11: links of an export.
 * @covers Contract 11 links of an export, exports over HTTP
 */
import { expect, test } from '@jest/globals';
import { followLink } from '../../functions/src/dataset/formats/links.ts';
import { readNdjson } from '../readers/ndjson.ts';
import { MemoryVersions } from '../support/memory-versions.ts';

test('a link opens its image and no other, for a day', async () => {
  const memory = new MemoryVersions('imageObjectDetection', []);
  for (const id of ['one', 'two', 'three']) memory.add(id, {}, Buffer.from(id));
  await memory.make();
  const [first, second] = readNdjson((await memory.export('ndjson')).bytes.toString()).map(
    ({ uri }) => new URL(uri as string),
  );
  const parts = (url: URL) => ({
    ...{ dataset: 'd', file: decodeURIComponent(url.pathname.split('/').at(-1) as string) },
    ...{
      grant: url.searchParams.get('grant') as string,
      signature: url.searchParams.get('signature') as string,
    },
  });
  const right = parts(first as URL);
  expect(await followLink(right)).toBe('https://storage/dataset/d/one.jpg');
  const expired = { code: 'link expired' };
  for (const wrong of [
    { ...right, file: parts(second as URL).file },
    { ...right, file: 'version/x.ndjson' },
    { ...right, file: '../other/x.jpg' },
    { ...right, dataset: 'e' },
    { ...right, signature: '' },
    { ...right, signature: `${right.signature}x` },
    { ...right, grant: 'nothing' },
    { ...right, grant: '..' },
  ])
    await expect(followLink(wrong)).rejects.toMatchObject(expired);
  const late = Date.now() + 25 * 3600_000;
  const now = Date.now;
  Date.now = () => late;
  await expect(followLink(right)).rejects.toMatchObject(expired);
  Date.now = now;
});

test('with an HMAC key, links lead to Storage for a day, and nothing is stored for them', async () => {
  const memory = new MemoryVersions('imageObjectDetection', []);
  for (const id of ['one', 'two']) memory.add(id, {}, Buffer.from(id));
  await memory.make();
  const asked: number[] = [];
  memory.links = (seconds) => {
    asked.push(seconds);
    return (name) => `https://signed/${name}`;
  };
  const images = readNdjson((await memory.export('ndjson')).bytes.toString());
  expect(images.map(({ uri }) => uri)).toEqual([
    'https://signed/dataset/d/one.jpg',
    'https://signed/dataset/d/two.jpg',
  ]);
  expect([asked, memory.grants.size]).toEqual([[24 * 3600], 0]);
});

/** Contract 11: what a check promises is what a run does, also of awkward archives. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { MemoryImport } from '../support/memory-import.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { writeZip } from '../support/write-zip.ts';

const [WIDTH, HEIGHT] = [64, 48];
let pictures: Record<'jpg' | 'png' | 'webp', Buffer>;
beforeAll(async () => {
  const red = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'red' } });
  const [jpg, png, webp] = await Promise.all([
    red.clone().jpeg().toBuffer(),
    red.clone().png().toBuffer(),
    red.clone().webp().toBuffer(),
  ]);
  pictures = { jpg, png, webp };
});

type Files = Record<string, string | object | Buffer>;

/** An import of these files; `''` stands for a picture, each with other bytes. */
function importOf(files: Files, tags: { id: string; name: string }[] = []): MemoryImport {
  const bytesOf = (path: string, content: string | object | Buffer) => {
    if (content === '') return Buffer.concat([pictures[path.split('.').at(-1) as 'jpg'], Buffer.from(path)]);
    return typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);
  };
  const zip = Object.entries(files).map(([path, content]) => ({
    ...{ path, packed: true },
    bytes: bytesOf(path, content),
  }));
  return new MemoryImport(new MemoryVersions('MULTILABEL', tags), writeZip(zip));
}

const recordsOf = ({ memory }: MemoryImport) => [...memory.records.values()];

describe('boxes in pixels beyond the edges of the picture', () => {
  const shape = (...points: number[][]) => ({ label: 'dent', shape_type: 'rectangle', points });
  test.each(['jpg', 'png', 'webp'])('in a check as in a run: %s', async (ending) => {
    const inside = [shape([1, 1], [9, 9]), shape([60, 40], [90, 90])];
    const outside = [shape([64, 1], [70, 9]), shape([1, 48], [9, 60]), shape([-9, 1], [-1, 9])];
    const coming = importOf({ 'a.json': { shapes: [...inside, ...outside] }, [`a.${ending}`]: '' });
    const checked = await coming.check();
    expect(checked.labels).toMatchObject([{ annotations: 2 }]);
    expect(checked.notes).toEqual(['3 boxes have no area inside their images and are left out.']);
    await coming.run();
    expect(recordsOf(coming)[0]?.tags).toHaveLength(2);
  });

  test('a picture whose size nobody can read is named by both', async () => {
    const coming = importOf({ 'a.json': { shapes: [shape([1, 1], [9, 9])] }, 'a.jpg': 'no picture' });
    const unread = { count: 1, items: [{ path: 'a.jpg', reason: 'it is not a JPEG, PNG or WebP' }] };
    expect(await coming.check()).toMatchObject({ images: 0, unread });
    expect(await coming.run()).toMatchObject({ progress: { failed: 1 }, unread });
  });
});

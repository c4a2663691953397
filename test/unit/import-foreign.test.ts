/**
 * Contract 11: archives of CVAT, Roboflow, Label Studio and Hugging Face, as they document them, are recognized or refused.
 * @covers Contract 11 imports: formats recognized by content; exports of CVAT, Roboflow, Label Studio, LabelMe, Datumaro, Supervisely, KITTI, OpenImages and Hugging Face
 */
import { beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { OF_ANNOTATORS } from '../support/foreign/annotators.ts';
import { OF_CVAT } from '../support/foreign/cvat.ts';
import { OF_OTHERS } from '../support/foreign/others.ts';
import { REFUSED } from '../support/foreign/refused.ts';
import { type Planned, plan } from '../support/import-plan.ts';
import { MemoryImport } from '../support/memory-import.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { writeZip } from '../support/write-zip.ts';

const FOREIGN = [...OF_CVAT, ...OF_OTHERS, ...OF_ANNOTATORS];

/** A check reads sizes of pictures: that of CVAT's archives here, and one that is larger than any place in the others. */
let pictures: Record<'cvat' | 'others', Buffer>;
beforeAll(async () => {
  const red = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
  pictures = { cvat: await red(100, 50), others: await red(2000, 2000) };
});

const withPictures = (files: Record<string, string | object>, picture: Buffer) =>
  writeZip(
    Object.entries(files).map(([path, content]) => ({
      path,
      bytes: /\.(jpe?g|png|webp)$/i.test(path)
        ? Buffer.concat([picture, Buffer.from(path)])
        : typeof content === 'string'
          ? content
          : JSON.stringify(content),
      packed: true,
    })),
  );

/** @param folder around everything, as unpacking and packing again makes it */
const zip = (files: Record<string, string | object>, folder = '') =>
  writeZip(
    Object.entries(files).map(([path, content]) => ({
      path: `${folder}${path}`,
      bytes: typeof content === 'string' ? content : JSON.stringify(content),
      packed: true,
    })),
  );

/** In the words of `ForeignArchive.images`. */
function shown({ set, classes, boxes, masks }: Planned['images'][string]): string[] {
  const percent = (value: number) => Math.round(value * 1e8) / 1e6;
  const boxed = boxes.map(({ label, unit, x, y, w, h }) =>
    unit === 'pixels' ? `${label} ${x} ${y} ${w} ${h} px` : `${label} ${[x, y, w, h].map(percent).join(' ')}`,
  );
  return [set, ...classes, ...boxed, ...masks.map(({ label }) => `mask ${label}`)];
}

const byPath = ({ images }: Planned) =>
  Object.fromEntries(Object.entries(images).map(([path, image]) => [path, shown(image)]));

test.each(FOREIGN.map((each) => [each.program, each] as const))('%s', async (_, archive) => {
  const planned = await plan(zip(archive.files));
  expect(planned.format).toBe(archive.format);
  expect(planned.unread.map(({ path }) => path)).toEqual(archive.unread ?? []);
  expect(byPath(planned)).toEqual(archive.images);
  const checked = await new MemoryImport(
    new MemoryVersions('imageObjectDetection', []),
    withPictures(archive.files, OF_CVAT.includes(archive) ? pictures.cvat : pictures.others),
  ).check();
  expect(checked.labels.map(({ label }) => label)).toEqual(archive.labels);
  expect(checked.notes).toEqual(archive.notes ?? []);
  expect(checked.images).toBe(Object.keys(archive.images).length);
});

test.each(FOREIGN.map((each) => [each.program, each] as const))(
  '%s, packed again with a folder around it',
  async (_, archive) => {
    const planned = await plan(zip(archive.files, 'my export/'));
    expect(planned.format).toBe(archive.format);
    const moved = Object.entries(archive.images).map(([path, image]) => [`my export/${path}`, image]);
    expect(byPath(planned)).toEqual(Object.fromEntries(moved));
  },
);

test.each(REFUSED.map((each) => [each.program, each] as const))('%s', async (_, { files, refused }) => {
  await expect(plan(zip(files))).rejects.toMatchObject({ message: expect.stringMatching(refused) });
});

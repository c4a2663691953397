/** What the exports say of boxes that were drawn in the editor: csv, COCO, YOLO, the archive and the crops. */
import { expect } from '@jest/globals';
import sharp from 'sharp';
import type { Box, Point, Size } from '../../web/src/pages/editor/model/geometry.ts';
import { readCoco } from '../readers/coco.ts';
import { readYolo } from '../readers/yolo.ts';
import { readZip } from '../support/read-zip.ts';
import type { StoredImage } from './editor-desk.ts';
import type { ConsoleStage } from './stage.ts';

/** A box of `bolt` from corner to corner, in pixels of an upright picture. */
export interface Drawn {
  image: StoredImage;
  /** As it was uploaded. */
  picture: Buffer;
  from: Point;
  to: Point;
}

/** In each format there is a box (in shares) whose sides lie within half a pixel; the csv's shares end after six digits. */
export async function compareExports(stage: ConsoleStage, expected: readonly Drawn[]): Promise<void> {
  const missing = (found: readonly Box[]) =>
    namesOf(expected.filter((each) => !found.some((box) => isNear(box, each, each.image))));
  expect(missing(await boxesOfCsv(stage))).toEqual([]);
  const made = await post(stage, 'version', { test: 20, validation: 20 });
  const { number } = (await made.json()) as { number: number };
  for (const [format, read] of [
    ['coco', readCoco],
    ['yolo', readYolo],
  ] as const) {
    const answer = await fetch(`${stage.baseUrl}/dataset/parts/version/${number}/export?format=${format}`);
    const images = read(await readZip(Buffer.from(await answer.arrayBuffer())));
    const boxes = images.flatMap((image) => image.boxes.map(({ box: [x, y, w, h] }) => cornered(x, y, w, h)));
    expect(missing(boxes)).toEqual([]);
  }
  await compareArchive(stage, expected);
  await compareCrops(stage, expected);
}

/** What a failure says: not the bytes of the pictures. */
const namesOf = (drawn: readonly Drawn[]): object[] =>
  drawn.map(({ image: { name }, from, to }) => ({ name, from, to }));

/** @param found in shares of the picture */
function isNear({ x, y, w, h }: Box, { from, to }: Pick<Drawn, 'from' | 'to'>, { width, height }: Size) {
  const sides = [
    [x * width, from.x],
    [y * height, from.y],
    [(x + w) * width, to.x],
    [(y + h) * height, to.y],
  ] as const;
  return sides.every(([share, pixels]) => Math.abs(share - pixels) <= 0.501);
}

const cornered = (x: number, y: number, w: number, h: number): Box => ({ x: x - w / 2, y: y - h / 2, w, h });

async function post({ baseUrl }: ConsoleStage, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  const url = `${baseUrl}/dataset/parts/${path}`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  return answer;
}

async function boxesOfCsv({ baseUrl, ports }: ConsoleStage): Promise<Box[]> {
  const answer = await fetch(`${baseUrl}/dataset/parts/csv`);
  const { result } = (await answer.json()) as { result: { training: { dataset: string } } };
  const [, bucket, object] = /^gs:\/\/([^/]+)\/(.*)$/.exec(result.training.dataset) as unknown as string[];
  const url = `http://127.0.0.1:${ports.storage}/storage/v1/b/${bucket}/o/${encodeURIComponent(object ?? '')}?alt=media`;
  const csv = await (await fetch(url, { headers: { authorization: 'Bearer owner' } })).text();
  return csv
    .split('\n')
    .map((line) => line.split(',').slice(3).map(Number))
    .filter((numbers) => numbers.length >= 6)
    .map(([x = 0, y = 0, , , right = 0, bottom = 0]) => ({ x, y, w: right - x, h: bottom - y }));
}

interface Archived {
  images: { id: number; file_name: string; width: number; height: number }[];
  annotations: { image_id: number; bbox: [number, number, number, number] }[];
}

/** The archive of exactly these images, upright: sizes are those of its files, boxes lie on their pixels. */
async function compareArchive(stage: ConsoleStage, expected: readonly Drawn[]): Promise<void> {
  const answer = await post(stage, 'downloadZip?upright=true', {
    images: expected.map(({ image }) => image.id),
  });
  const files = await readZip(Buffer.from(await answer.arrayBuffer()));
  const { images, annotations } = JSON.parse(String(files.get('annotations.json'))) as Archived;
  const found = await Promise.all(
    images.map(async ({ id, file_name, width, height }) => {
      expect(await sharp(files.get(file_name)).metadata()).toMatchObject({ width, height });
      const [box] = annotations.filter(({ image_id }) => image_id === id).map(({ bbox }) => bbox);
      const [x = 0, y = 0, w = 0, h = 0] = box ?? [];
      return { size: { width, height }, box: { x: x / width, y: y / height, w: w / width, h: h / height } };
    }),
  );
  const missing = expected.filter(
    (each) =>
      !found.some(
        ({ size, box }) => size.width === each.image.width && isNear(box, each, { ...each.image, ...size }),
      ),
  );
  expect(namesOf(missing)).toEqual([]);
}

/** Each crop shows the pixels within the box: those beside it, by one pixel to any side, are less alike. */
async function compareCrops({ baseUrl }: ConsoleStage, expected: readonly Drawn[]): Promise<void> {
  const answer = await fetch(`${baseUrl}/dataset/parts/annotationsCrops/bolt`);
  const crops = (await answer.json()) as { imageId: string; cropUri: string }[];
  for (const { image, picture, from, to } of expected) {
    const [crop] = crops.filter(({ imageId }) => imageId === image.id);
    const bytes = Buffer.from(crop?.cropUri.split(',')[1] ?? '', 'base64');
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    for (const [length, drawn] of [
      [width, to.x - from.x],
      [height, to.y - from.y],
    ] as const)
      expect(Math.abs(length - drawn)).toBeLessThanOrEqual(1);
    const upright = sharp(await sharp(picture).rotate().removeAlpha().png().toBuffer());
    const distance = async (left: number, top: number) => {
      const window = await upright.clone().extract({ left, top, width, height }).raw().toBuffer();
      return window.reduce((sum, value, at) => sum + Math.abs(value - (data[at] as number)), 0);
    };
    const [left, top] = [Math.round(from.x), Math.round(from.y)];
    const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [left + x, top + y] as const));
    const distances = await Promise.all(around.map(([x, y]) => distance(x, y)));
    const [x, y] = around[distances.indexOf(Math.min(...distances))] as readonly [number, number];
    expect(Math.abs(x - from.x)).toBeLessThanOrEqual(0.501);
    expect(Math.abs(y - from.y)).toBeLessThanOrEqual(0.501);
  }
}

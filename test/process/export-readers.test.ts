/**
 * Contract 11: the readers in TypeScript and those in Python's standard library (readers/read_export.py), written apart from
 * each other, find the same in each export. Without Python there is nothing to compare: the other tests read by themselves.
 * @covers Contract 11 exports by independent readers
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import { readCoco } from '../readers/coco.ts';
import { readImageFolder } from '../readers/imagefolder.ts';
import { readNdjson } from '../readers/ndjson.ts';
import type { ReadImage } from '../readers/read.ts';
import { readVoc } from '../readers/voc.ts';
import { readYolo, readYoloTree } from '../readers/yolo.ts';
import { furnish } from '../support/export-corpus.ts';
import { readZip } from '../support/read-zip.ts';

const SCRIPT = resolve(import.meta.dirname, '../readers/read_export.py');
const hasPython = spawnSync('python3', ['-c', 'import json, zipfile']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'exports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** As the script prints it. VOC's classes are in lists that it does not read. */
const printed = ({ set, bytes, classes, boxes, masks }: ReadImage, kind: string) => ({
  ...{ set, image: bytes ? sha256(bytes) : '', classes: kind === 'voc' ? [] : classes },
  masks: masks.map(({ name, pixels }) => ({ name, pixels: sha256(pixels) })),
  boxes: boxes.map(({ name, box }) => ({ name, box: box.map(shortened) })),
});

/** Two languages add in the same way, but for the order. */
const shortened = (value: number): number => Number(value.toFixed(9));

/** The script leaves imagefolder's boxes in pixels. */
const inPixels = (): [number, number] => [1, 1];

test.each<[string, DatasetType, (bytes: Buffer) => Promise<ReadImage[]>]>([
  ['yolo', 'imageObjectDetection', async (bytes) => readYolo(await readZip(bytes))],
  ['yolo-tree', 'MULTICLASS', async (bytes) => readYoloTree(await readZip(bytes))],
  ['coco', 'MULTILABEL', async (bytes) => readCoco(await readZip(bytes))],
  ['voc', 'imageObjectDetection', async (bytes) => readVoc(await readZip(bytes))],
  ['imagefolder', 'MULTILABEL', async (bytes) => readImageFolder(await readZip(bytes), inPixels)],
  ['ndjson', 'imageObjectDetection', async (bytes) => readNdjson(bytes.toString())],
])('%s of %s', async (kind, type, read) => {
  const { memory } = await furnish(type);
  const { bytes } = await memory.export(kind === 'yolo-tree' ? 'yolo' : kind);
  const images = await read(bytes);
  expect(images.length).toBeGreaterThan(40);
  if (!hasPython) return console.warn('No Python here: only the readers in TypeScript have read it.');
  const file = join(folder, kind);
  writeFileSync(file, bytes);
  const found = JSON.parse(
    execFileSync('python3', [SCRIPT, kind, file], { encoding: 'utf8', maxBuffer: 1e9 }),
  );
  const order = (all: ReturnType<typeof printed>[]) => all.map((each) => JSON.stringify(each)).sort();
  const shown = (found as ReturnType<typeof printed>[]).map(({ set, image, classes, boxes, masks }) => ({
    ...{ set, image, classes, masks: masks.map(({ name, pixels }) => ({ name, pixels })) },
    boxes: boxes.map(({ name, box }) => ({ name, box: box.map(shortened) })),
  }));
  expect(order(shown)).toEqual(order(images.map((image) => printed(image, kind))));
});

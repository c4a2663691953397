/**
 * Contract 11: the libraries that people train with read our exports by the lines of docs/train/training.md, and find what the
 * records say. A library that is not installed is a skipped test with its name. `npm run test:readers`; with `LONG=1` it
 * installs what Debian has of them.
 * @covers Contract 11 exports read by the libraries that people train with, by the lines of docs/train/training.md; trainings from scratch (`npm run test:readers`)
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { Format } from '../../../packages/formats/formats.ts';
import type { DatasetType } from '../../../packages/records/src/lists.ts';
import { AWKWARD } from '../../support/awkward-datasets.ts';
import { differences } from '../../support/compare-labels.ts';
import { LONG_TEST } from '../../support/limits.ts';
import { exportPlanned, makePlanned, type PlannedDataset } from '../../support/planned-dataset.ts';
import { readZip } from '../../support/read-zip.ts';
import { unpackFiles } from '../../support/unpack-files.ts';
import { readIndex } from '../index-file.ts';
import type { Files, ReadBox } from '../read.ts';
import type { FoundImage } from '../read-format.ts';
import { findPython, type Library } from './python.ts';
import { classListBlock, lineOf } from './training-page.ts';

const { command, versions } = findPython();
const folder = mkdtempSync(join(tmpdir(), 'real-readers-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Reader {
  needs: readonly Library[];
  type: DatasetType;
  format: Format;
  /** Where the line expects the archive. */
  unpacked: string;
  line: string;
  /** What it can read. */
  dataset?: (dataset: PlannedDataset) => PlannedDataset;
}

const READERS: Readonly<Record<string, Reader>> = {
  pycocotools: {
    needs: ['torchvision', 'pycocotools'],
    ...{ type: 'MULTILABEL', format: 'coco', unpacked: 'parts-v1-coco', line: lineOf('COCO') },
  },
  voc: {
    needs: ['torchvision'],
    ...{ type: 'imageObjectDetection', format: 'voc', unpacked: 'parts-v1-voc/VOCdevkit/VOC2012' },
    line: lineOf('Pascal VOC'),
    dataset: forVocDetection,
  },
  folders: {
    needs: ['torchvision'],
    ...{ type: 'MULTICLASS', format: 'masks', unpacked: 'parts-v1-masks' },
    line: `${classListBlock()}\n${lineOf('Folders with masks')}`,
  },
  supervision: {
    needs: ['supervision'],
    ...{ type: 'imageObjectDetection', format: 'yolo', unpacked: 'parts-v1-yolo' },
    line: lineOf('YOLO folders, to look at'),
    dataset: withoutCmyk,
  },
  ultralytics: {
    needs: ['ultralytics'],
    ...{ type: 'imageObjectDetection', format: 'yolo', unpacked: 'parts-v1-yolo' },
    line: lineOf('YOLO folders, boxes'),
  },
  datasets: {
    needs: ['datasets'],
    ...{ type: 'MULTICLASS', format: 'imagefolder', unpacked: 'parts-v1-imagefolder' },
    line: lineOf('Hugging Face imagefolder'),
  },
};

/** supervision takes RGB and grey alone. */
function withoutCmyk({ images, ...dataset }: PlannedDataset): PlannedDataset {
  return { ...dataset, images: images.filter(({ picture }) => picture.kind !== 'cmyk') };
}

/** No test set, and only .jpg. */
function forVocDetection({ images, ...dataset }: PlannedDataset): PlannedDataset {
  const readable = images.filter(({ picture: { kind } }) => kind === 'jpeg' || kind === 'cmyk');
  return {
    ...dataset,
    images: readable.map((image) => ({ ...image, set: image.set === 'TEST' ? 'VALIDATION' : image.set })),
  };
}

interface Seen {
  file: string;
  set: FoundImage['set'];
  /** Base64, as the pixels of the masks. */
  picture: string;
  classes: string[];
  boxes: ReadBox[];
  masks: { name: string; pixels: string }[];
}

for (const [name, reader] of Object.entries(READERS)) {
  const missing = reader.needs.filter((library) => versions[library] === undefined);
  const title = `${name}: ${reader.format} of nine awkward datasets by ${reader.needs.map((each) => `${each} ${versions[each] ?? ''}`.trim()).join(', ')}`;
  if (missing.length > 0) test.skip(`${title}: ${missing.join(', ')} is not installed`, () => {});
  else test(title, () => readAll(name, reader), LONG_TEST);
}

async function readAll(name: string, { type, format, unpacked, line, dataset: readable }: Reader) {
  const awkward = AWKWARD.filter(([, dataset]) => dataset.type === type);
  const cases = awkward.map(([title, dataset]) => ({ title, dataset: readable?.(dataset) ?? dataset }));
  const root = join(folder, name);
  const exports: { notes: string[]; files: Files }[] = [];
  // One after the other: stores stand in for those of all.
  for (const [at, { dataset }] of cases.entries()) {
    const { bytes, notes } = await exportPlanned(await makePlanned(dataset), format);
    const files = await readZip(bytes);
    await unpackFiles(files, join(root, String(at), unpacked));
    exports.push({ notes, files });
  }
  execFileSync(command, [join(import.meta.dirname, 'read.py'), name, root, line], { maxBuffer: 1e9 });
  const found = JSON.parse(readFileSync(join(root, 'found.json'), 'utf8')) as Seen[][];
  for (const [at, { title, dataset }] of cases.entries()) {
    const { files, notes } = exports[at] as (typeof exports)[number];
    const images = imagesOf(found[at] as Seen[], files);
    expect([title, await differences(format, dataset, { images, notes, files })]).toEqual([title, []]);
  }
}

function imagesOf(seen: readonly Seen[], files: Files): Map<string, FoundImage> {
  const ids = new Map(readIndex(files).map(({ file, image }) => [file, image]));
  const images = seen.map(({ file, picture, masks, ...rest }): FoundImage => {
    const pixels = masks.map((mask) => ({ ...mask, width: 0, height: 0, pixels: decoded(mask.pixels) }));
    return { ...rest, id: ids.get(file) ?? file, bytes: decoded(picture), masks: pixels };
  });
  return new Map(images.map((image) => [image.id, image]));
}

const decoded = (text: string): Buffer => Buffer.from(text, 'base64');

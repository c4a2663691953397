/** Photographs of real defects, from sets that a person has put into a folder (README.md of the benches). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { Random } from '../../../emulators/scenes/random.ts';
import type { Pixels } from '../../../packages/look/src/pixels.ts';
import { shuffle } from '../suggest/picture-set.ts';
import { decode } from '../suggest/pictures.ts';

export interface DefectPicture {
  file: Buffer;
  pixels: Pixels;
  label: number;
}

export interface DefectSet {
  name: string;
  /** Whether the first class is good. */
  hasGood: boolean;
  /** The folder that `git clone` makes. */
  folder: string;
  classes: readonly string[];
  read(folder: string): AsyncGenerator<DefectPicture>;
}

const TILE_CLASSES = ['Free', 'Blowhole', 'Break', 'Crack', 'Fray', 'Uneven'];

async function* readTiles(folder: string): AsyncGenerator<DefectPicture> {
  for (const [label, name] of TILE_CLASSES.entries()) {
    const images = join(folder, `MT_${name}`, 'Imgs');
    for (const path of (await readdir(images)).filter((each) => each.endsWith('.jpg')).sort()) {
      const file = await readFile(join(images, path));
      yield { file, pixels: await decode(file), label };
    }
  }
}

async function* readCells(folder: string): AsyncGenerator<DefectPicture> {
  const data = join(folder, 'src/elpv_dataset/data');
  const lines = (await readFile(join(data, 'labels.csv'), 'utf8')).trim().split('\n');
  for (const line of lines) {
    const [path = '', probability] = line.split(/\s+/);
    const file = await readFile(join(data, path));
    // As the set's own publications do: likely defects are defects.
    yield { file, pixels: await decode(file), label: Number(Number(probability) > 0.5) };
  }
}

const BOARD_CLASSES = ['good', 'open', 'short', 'mousebite', 'spur', 'copper', 'pin-hole'];
const [WINDOW, BOARD] = [128, 640];
/** Windows of a class. */
const MOST_WINDOWS = 250;

/** Windows around the defects of boards, and anywhere of their templates. */
async function* readBoards(folder: string): AsyncGenerator<DefectPicture> {
  const root = join(folder, 'PCBData');
  const list = (await readFile(join(root, 'trainval.txt'), 'utf8')).trim().split('\n');
  const random = new Random(1);
  const counts = BOARD_CLASSES.map(() => 0);
  for (const line of shuffle(list, random)) {
    const [image = '', truth = ''] = line.split(' ');
    const marks = (await readFile(join(root, truth), 'utf8')).trim().split('\n');
    const windows = marks.filter(Boolean).map((mark) => {
      const [left = 0, top = 0, right = 0, bottom = 0, label = 0] = mark.trim().split(/[ ,]/).map(Number);
      return { label, x: (left + right) / 2, y: (top + bottom) / 2, from: '_test' };
    });
    const place = () => random.between(WINDOW / 2, BOARD - WINDOW / 2);
    for (const { label, x, y, from } of [...windows, { label: 0, x: place(), y: place(), from: '_temp' }]) {
      if (counts[label]! >= MOST_WINDOWS) continue;
      counts[label]! += 1;
      const corner = (middle: number) =>
        Math.round(Math.min(BOARD - WINDOW, Math.max(0, middle - WINDOW / 2)));
      const area = { left: corner(x), top: corner(y), width: WINDOW, height: WINDOW };
      const file = await sharp(join(root, image.replace('.jpg', `${from}.jpg`)))
        .extract(area)
        .png()
        .toBuffer();
      yield { file, pixels: await decode(file), label };
    }
  }
}

const DIGITS = 'sklearn/datasets/data/digits.csv.gz';
/** Pixels of a digit on each side, and of its picture for each of them. */
const [DIGIT, ENLARGED] = [8, 8];

/** Digits that people wrote, in 16 greys: no defects, but labels of ten classes that a picture decides. */
async function* readDigits(folder: string): AsyncGenerator<DefectPicture> {
  const lines = gunzipSync(await readFile(join(folder, DIGITS)))
    .toString()
    .trim()
    .split('\n');
  const side = DIGIT * ENLARGED;
  for (const line of lines) {
    const values = line.split(',').map(Number);
    const valueAt = (at: number) =>
      values[Math.floor(at / side / ENLARGED) * DIGIT + Math.floor((at % side) / ENLARGED)]!;
    const grey = Uint8Array.from({ length: side * side }, (_, at) => Math.round(valueAt(at) * (255 / 16)));
    const file = await sharp(grey, { raw: { width: side, height: side, channels: 1 } })
      .png()
      .toBuffer();
    yield { file, pixels: await decode(file), label: values.at(-1)! };
  }
}

export const DEFECT_SETS: readonly DefectSet[] = [
  {
    name: 'magnetic tiles',
    hasGood: true,
    folder: 'Magnetic-tile-defect-datasets.',
    classes: TILE_CLASSES,
    read: readTiles,
  },
  {
    name: 'solar cells',
    hasGood: true,
    folder: 'elpv-dataset',
    classes: ['good', 'defective'],
    read: readCells,
  },
  { name: 'circuit boards', hasGood: true, folder: 'DeepPCB', classes: BOARD_CLASSES, read: readBoards },
  { name: 'digits', hasGood: false, folder: 'scikit-learn', classes: [...'0123456789'], read: readDigits },
];

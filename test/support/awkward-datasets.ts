/** Datasets that real exports and their readers stumble over. */

import type { DatasetType, TrainingSet } from '../../packages/records/src/lists.ts';
import { KINDS, type Picture } from './made-picture.ts';
import type { PlannedDataset, PlannedImage } from './planned-dataset.ts';

const TYPES = ['MULTICLASS', 'MULTILABEL', 'imageObjectDetection', 'ANOMALY'] as const;
const SETS: readonly TrainingSet[] = ['TRAIN', 'VALIDATION', 'TEST'];

interface Awkward {
  classes?: readonly string[];
  count?: number;
  image?: (at: number, type: DatasetType) => Partial<PlannedImage>;
  picture?: (at: number) => Partial<Picture>;
}

const NAMES = [
  'good part',
  'größer, schräg',
  '🔩 rusty',
  'a b',
  'a_b',
  'a-b',
  '3,5 mm',
  'Ölfleck "x": 3 %',
  '-',
  '日本',
];
const BOXES = 500;
const [WIDTH, HEIGHT] = [48, 32];

const ROWS: Readonly<Record<string, Awkward>> = {
  'class names with spaces, umlauts, emoji, commas': { classes: NAMES, count: 3 * NAMES.length },
  'two files of one name': {
    image: (at) => ({
      name: ['0001.jpg', '0001.png', 'Straße.jpg', 'STRASSE.jpg', 'CON.jpg', 'x\u2028y.jpg'][
        at % 6
      ] as string,
    }),
    count: 18,
  },
  'an empty class': { classes: ['good', 'never', 'bad'], image: (at) => labels((at % 2) * 2) },
  'an empty set': { image: (at) => ({ set: at % 2 === 0 ? 'TRAIN' : 'TEST' }) },
  'one class only': { classes: ['bad'] },
  '500 boxes in one image': {
    image: (at, type) => (at === 0 && type !== 'MULTICLASS' ? { annotations: manyBoxes() } : {}),
  },
  'touching masks': { image: (_, type) => (hasMasks(type) ? { masks: touching() } : {}) },
  'EXIF orientations 1 to 8': { count: 24, picture: (at) => ({ orientation: (at % 8) + 1 }) },
  'PNG, WebP, CMYK JPEG': {
    count: 16,
    picture: (at) => ({ kind: KINDS[at % 4] as Picture['kind'], orientation: at < 8 ? 1 : 6 }),
  },
};

const hasMasks = (type: DatasetType): boolean => type === 'MULTILABEL' || type === 'ANOMALY';

function planned(
  type: DatasetType,
  { classes = ['good', 'bad', 'worse'], count = 12, image, picture }: Awkward,
): PlannedDataset {
  const images = Array.from({ length: count }, (_, at): PlannedImage => {
    const plain = { kind: 'jpeg', orientation: 1, width: WIDTH, height: HEIGHT, shade: at } as const;
    const base = {
      ...labels(at % classes.length),
      name: `frame ${at}.jpg`,
      set: SETS[at % 3] as TrainingSet,
    };
    const whole = { ...base, ...image?.(at, type), picture: { ...plain, ...picture?.(at) } };
    return {
      ...whole,
      masks: hasMasks(type) ? whole.masks : [],
      annotations: type === 'MULTICLASS' ? [] : whole.annotations,
      tag: type === 'imageObjectDetection' ? null : whole.tag,
    };
  });
  return { type, classes, images };
}

/** Everything of one class: its mask, the box around it, and a box beside it. */
function labels(tag: number): Omit<PlannedImage, 'name' | 'set' | 'picture'> {
  const around = { type: 'mask', tag, x: 4 / WIDTH, y: 4 / HEIGHT, w: 10 / WIDTH, h: 8 / HEIGHT } as const;
  const beside = { type: 'rect', tag, x: 0.4123456789, y: 0.3, w: 0.5 / 3, h: 0.7 } as const;
  return { tag, annotations: [around, beside], masks: [{ tag, pixels: rectangle(4, 4, 14, 12) }] };
}

function rectangle(left: number, top: number, right: number, bottom: number): Uint8Array {
  const isIn = (x: number, y: number) => x >= left && x < right && y >= top && y < bottom;
  return Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    isIn(at % WIDTH, Math.floor(at / WIDTH)) ? 1 : 0,
  );
}

const touching = (): PlannedImage['masks'] => [
  { tag: 1, pixels: rectangle(10, 5, 20, 25) },
  { tag: 2, pixels: rectangle(20, 5, 31, 25) },
];

const manyBoxes = (): PlannedImage['annotations'] =>
  Array.from({ length: BOXES }, (_, at) => ({
    ...({ type: 'rect', tag: at % 3, w: 0.05, h: 0.04 + at / 10_000 } as const),
    ...{ x: (at % 25) / 26, y: Math.floor(at / 25) / 21 },
  }));

export const AWKWARD: readonly (readonly [name: string, dataset: PlannedDataset])[] = Object.entries(
  ROWS,
).flatMap(([name, row]) => TYPES.map((type) => [`${name}, ${type}`, planned(type, row)] as const));

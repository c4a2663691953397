/** Images with everything that their type may have, and awkward names: what the readers of exports are tried on. */

import sharp from 'sharp';
import type { Annotation } from '../../packages/records/src/image.ts';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import type { ReadImage } from '../readers/read.ts';
import { MemoryVersions } from './memory-versions.ts';

export const TAGS = [
  { id: 'a', name: 'good' },
  { id: 'b', name: 'bad "part": 3 %' },
  { id: 'c', name: 'rostig & größer' },
];
const NAMES = new Map(TAGS.map(({ id, name }) => [id, name]));
const SHORT = { TRAIN: 'train', VALIDATION: 'val', TEST: 'test' } as const;
export const [WIDTH, HEIGHT] = [64, 48];

/** Names that two cameras, other alphabets and other systems bring. */
const AWKWARD = [
  ...[
    '0001.jpg',
    '0001.jpg',
    '0001.JPG',
    'Part.jpg',
    'part.jpg',
    'PART.png',
    'CON.jpg',
    'aux',
    'a b.jpg',
    'a_b.jpg',
  ],
  ...[
    'ü'.repeat(200),
    'u\u0308.jpg',
    'ü.jpg',
    '工件.jpg',
    '../../etc/passwd',
    'x:y|z?.jpg',
    '.jpg',
    'trailing. ',
    'images',
    '\u202egpj.exe',
  ],
  ...[`${'long'.repeat(60)}1.jpg`, `${'long'.repeat(60)}2.jpg`],
];

/** The same numbers in each run. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Different bytes for each image; the head is a JPEG's. */
export const original = (at: number): Buffer => Buffer.from([0xff, 0xd8, 0xff, at >> 8, at & 255]);

interface Mask {
  pixels: Buffer;
  png: Buffer;
}

async function randomMask(next: () => number): Promise<Mask> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT);
  for (let blob = 0; blob < 3; blob += 1) {
    const [x, y] = [Math.floor(next() * WIDTH), Math.floor(next() * HEIGHT)];
    for (let at = 0; at < pixels.length; at += 1)
      if (Math.hypot((at % WIDTH) - x, Math.floor(at / WIDTH) - y) < 9 * next() + 3) pixels[at] = 255;
  }
  const raw = { width: WIDTH, height: HEIGHT, channels: 1 as const };
  return { pixels, png: await sharp(pixels, { raw }).toColourspace('b-w').png().toBuffer() };
}

export interface Truth {
  set: ReadImage['set'];
  tag: string | null;
  /** `isAround`: one object with the mask of its class. */
  boxes: { name: string; box: number[]; isAround?: boolean }[];
  masks: { name: string; pixels: Buffer }[];
  contained: string[];
}

/**
 * Images with everything that their type may have, and by their bytes what is true of them.
 * @param originals bytes of the images; only the head of a JPEG unless given
 */
export async function furnish(type: DatasetType, count = 60, originals: readonly Buffer[] = []) {
  const memory = new MemoryVersions(type, TAGS);
  const next = numbers(7);
  const masksOf = new Map<string, Record<string, Mask>>();
  for (let at = 0; at < count; at += 1) {
    const id = `image-${String(at).padStart(3, '0')}`;
    const tag = next() < 0.9 ? (['a', 'b', 'c'][Math.floor(next() * 3)] as string) : null;
    const boxes = type === 'MULTICLASS' ? 0 : Math.floor(next() * 4);
    const tags = Array.from({ length: boxes }, (): Annotation => {
      const [x, y] = [next() * 1.1 - 0.05, next() * 0.9];
      return {
        type: next() < 0.8 ? 'rect' : 'mask',
        tag: ['a', 'b', 'c'][Math.floor(next() * 3)] as string,
        x,
        y,
        w: 0.02 + next() * 0.6,
        h: 0.02 + next() * 0.5,
        labeled: 'manual',
      };
    });
    if (at % 10 === 3 && boxes > 0) tags.push({ ...(tags[0] as Annotation), type: 'point' });
    const withMasks = type === 'MULTILABEL' || type === 'ANOMALY';
    const masks: Record<string, Mask> =
      withMasks && tag !== 'a' && tag !== null && at % 3 > 0 ? { [tag]: await randomMask(next) } : {};
    masksOf.set(id, masks);
    const name = AWKWARD[at] ?? `frame-${at}.jpg`;
    const pngs = Object.fromEntries(Object.entries(masks).map(([of, { png }]) => [of, png]));
    memory.add(
      id,
      { tag, tags, name, width: WIDTH, height: HEIGHT, originalFormat: at % 9 === 8 ? 'png' : 'jpeg' },
      originals[at] ?? original(at),
      pngs,
    );
  }
  const made = await memory.make({ group: 'image', test: 20, validation: 20 });
  const truth = new Map<string, Truth>();
  for (const line of memory.objects
    .get(`dataset/d/version/${made.hash}.ndjson`)
    ?.bytes.toString()
    .trimEnd()
    .split('\n') ?? []) {
    const { image, set } = JSON.parse(line) as { image: string; set: keyof typeof SHORT };
    const { tag, tags, tagsContained } = memory.records.get(image)!;
    const boxes = tags.flatMap(({ type: kind, tag: of, x, y, w, h }) => {
      const [x1, y1, x2, y2] = [Math.max(0, x), Math.max(0, y), Math.min(1, x + w), Math.min(1, y + h)];
      return kind === 'point' || x2 <= x1 || y2 <= y1
        ? []
        : [
            {
              name: NAMES.get(of) as string,
              box: [(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1],
              isAround: kind === 'mask' && of in (masksOf.get(image) ?? {}),
            },
          ];
    });
    const masks = Object.entries(masksOf.get(image) ?? {}).map(([of, { pixels }]) => ({
      name: NAMES.get(of) as string,
      pixels,
    }));
    truth.set(original(Number(image.slice(6))).toString('hex'), {
      ...{ set: SHORT[set], tag: tag === null ? null : (NAMES.get(tag) as string), boxes, masks },
      contained: tagsContained.map((each) => NAMES.get(each) as string),
    });
  }
  return { memory, made, truth };
}

/** Pictures of known classes: the project's drawn scenes, and windows of photographs. Seeds were not used before the descriptor was finished. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Channels } from 'sharp';
import { Random } from '../../../emulators/scenes/random.ts';
import { drawScene } from '../../../emulators/scenes/scene.ts';
import type { SceneKind } from '../../../emulators/scenes/scene-kind.ts';
import type { Pixels } from '../../../packages/look/src/pixels.ts';

export interface Picture {
  pixels: Pixels;
  label: number;
}

const PER_CLASS = 40;

/** The first class has no defect. */
export const KINDS = {
  bolts: { seed: 7_710_000, defects: [null, 'missing_thread', 'stain'] },
  castings: { seed: 7_720_000, defects: [null, 'scratch', 'crack', 'stain', 'pores'] },
  surface: { seed: 7_730_000, defects: [null, 'scratch', 'crack', 'stain'] },
} as const satisfies Partial<Record<SceneKind, { seed: number; defects: readonly (string | null)[] }>>;

export type Kind = keyof typeof KINDS;

/** Class after class, so that near seeds are of different ones. */
export async function* drawPictures(kind: Kind): AsyncGenerator<Picture & { jpeg: Buffer }> {
  const { seed, defects } = KINDS[kind];
  for (let number = 0; number < PER_CLASS * defects.length; number++) {
    const label = number % defects.length;
    const { jpeg } = await drawScene({ seed: seed + number, kind, defect: defects[label]! });
    yield { jpeg, label, pixels: await decode(jpeg) };
  }
}

export async function decode(file: Buffer | string): Promise<Pixels> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, width, height, channels };
}

const WINDOW_SEED = 7_740_000;

/** Windows of a third to half of each photograph in the folder; each photograph is a class. */
export async function* cutWindows(folder: string): AsyncGenerator<Picture> {
  const files = (await readdir(folder)).filter((file) => /\.(jpe?g|png|webp)$/.test(file)).sort();
  for (const [label, file] of files.entries()) {
    const { data, ...raw } = await decode(join(folder, file));
    const random = new Random(WINDOW_SEED + label);
    for (let number = 0; number < PER_CLASS; number++) {
      const share = random.between(1 / 3, 1 / 2);
      const [width, height] = [Math.round(raw.width * share), Math.round(raw.height * share)];
      const [left, top] = [random.whole(0, raw.width - width), random.whole(0, raw.height - height)];
      const options = { raw: { ...raw, channels: raw.channels as Channels } };
      const window = await sharp(data, options).extract({ left, top, width, height }).raw().toBuffer();
      yield { label, pixels: { data: window, width, height, channels: raw.channels } };
    }
  }
}

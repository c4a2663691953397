/**
 * Drawn inspection pictures for the sample data, the camera and the vision server's tests.
 * A scene is a pure function of its options: the same seed gives the same bytes.
 */
import sharp from 'sharp';
import { drawBelt, drawSheet, type Pixels } from './background.ts';
import { fillBelt } from './belt-load.ts';
import { DEFECTS } from './defects.ts';
import { type Box, normalize } from './geometry.ts';
import { lightAndGrain } from './grain.ts';
import { defectsOf, type Wanted } from './marks.ts';
import { type Mask, renderMask } from './mask.ts';
import { openSvg, overlay } from './overlay.ts';
import type { Placed } from './placement.ts';
import { Random } from './random.ts';
import type { SceneKind } from './scene-kind.ts';

export interface SceneOptions {
  seed: number;
  kind: SceneKind;
  /** Pixels; 640 by 480 by default. */
  width?: number;
  height?: number;
  /** One or more labels from DEFECTS[kind]; none if absent or null. */
  defect?: string | readonly string[] | null;
  /** Number of parts on the belt, as many as fit. Kind `surface` has none. */
  parts?: number;
  /** JPEG quality 1 to 100, default 86: at 640 by 480 about 40 KB at 60, 85 KB at 86, 200 KB at 97. */
  quality?: number;
  /** Standard deviation of the sensor's grain in steps of 0-255, default 4. */
  grain?: number;
}

/** Boxes are tight and normalized 0-1. */
export interface Scene {
  jpeg: Buffer;
  width: number;
  height: number;
  parts: { label: string; box: Box }[];
  /** `mask`: PNG, 8-bit grey, the size of the picture, 255 inside the defect and 0 elsewhere. */
  defects: ({ label: string } & Mask)[];
}

/** @throws RangeError for a defect that this kind cannot show. */
export async function drawScene(options: SceneOptions): Promise<Scene> {
  const { seed, kind, width = 640, height = 480, quality = 86 } = options;
  const random = new Random(seed);
  const wanted = wantedDefects(options);
  const placed = fillBelt(random, {
    kind,
    width,
    height,
    parts: options.parts,
    bare: wanted.includes('missing_thread'),
  });
  const marks = defectsOf(random, { width, height, placed, wanted });
  const pixels = await paint(background(options, width, height), overlay(placed, marks, width, height));
  lightAndGrain(pixels, seed, options.grain ?? 4);
  const raw = { width, height, channels: 3 as const };
  const jpeg = await sharp(pixels.data, { raw }).jpeg({ quality, chromaSubsampling: '4:2:0' }).toBuffer();
  const defects = await Promise.all(
    marks.map(async (mark) => ({ label: mark.label, ...(await renderMask(mark, width, height)) })),
  );
  return { jpeg, width, height, parts: placed.map((each) => namedBox(each, width, height)), defects };
}

function wantedDefects({ kind, defect }: SceneOptions): Wanted {
  const wanted = defect == null ? [] : typeof defect === 'string' ? [defect] : defect;
  const unknown = wanted.find((label) => !DEFECTS[kind]?.includes(label));
  if (unknown !== undefined) throw new RangeError(`kind ${kind} shows no defect "${unknown}"`);
  return wanted;
}

const background = ({ seed, kind }: SceneOptions, width: number, height: number): Pixels =>
  kind === 'surface' ? drawSheet(seed, width, height) : drawBelt(seed, width, height);

const namedBox = ({ shape, box }: Placed, width: number, height: number): { label: string; box: Box } => ({
  label: shape.label,
  box: normalize(box, width, height),
});

async function paint(ground: Pixels, svg: string): Promise<Pixels> {
  const { width, height } = ground;
  const input = await openSvg(svg).raw().toBuffer();
  const data = await sharp(ground.data, { raw: { width, height, channels: 3 } })
    .composite([{ input, raw: { width, height, channels: 4 } }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { data, width, height };
}

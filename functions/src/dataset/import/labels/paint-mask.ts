/** Paints a mask from its sources in the archive, as the PNG that is stored: 0 where the tag is not. */

import type { Spend } from '../../../../../packages/formats/src/read/budget.ts';
import { FileFault } from '../../../../../packages/formats/src/read/import-fault.ts';
import type { MaskSource } from '../../../../../packages/formats/src/read/plan.ts';
import { decode, loadSharp, openPicture, withPixels } from '../../../common/images/decoding.ts';
import { readMask, UnfitMask } from '../../../common/images/mask-picture.ts';
import type { Archive } from '../archive/archive.ts';
import { MOST_IMAGE } from '../read-image.ts';
import { paintAlpha } from './alpha-masks.ts';
import { MOST_POINTS, paintPolygon } from './polygons.ts';
import { type Canvas, paintGray, paintRle, paintRows, requireFitting } from './rle-runs.ts';

interface Size {
  width: number;
  height: number;
}

/** Bytes of memory for each pixel of a mask that is painted: the canvas, and what the encoder holds of it. */
const WEIGHT = 2;

interface Painting {
  archive: Archive;
  /** Of all masks of the image. */
  spend: Spend;
}

/** @throws FileFault */
export async function paintMask(
  sources: readonly MaskSource[],
  size: Size,
  { archive, spend }: Painting,
): Promise<Buffer> {
  const [first] = sources;
  if (first?.kind === 'picture') {
    const bytes = await archive.bytes(first.entry, MOST_IMAGE);
    if (!first.isScaled) return readPictured(bytes, size);
    return scaled(await readPictured(bytes, ANY), size);
  }
  if (first?.kind === 'alpha') {
    requireFitting(first, size);
    return paintAlpha(first);
  }
  const patch = first?.kind === 'patch' ? await readPatch(first, size) : null;
  const sharp = await loadSharp();
  const { width, height } = size;
  const raw = { width, height, channels: 1 as const };
  const work = async () => {
    const canvas = { width, height, pixels: new Uint8Array(width * height) };
    if (patch) paintGray(await sharp(patch).extractChannel(0).raw().toBuffer(), first as Patch, canvas);
    else for (const source of sources) paint(source, canvas, spend);
    return sharp(canvas.pixels, { raw }).toColourspace('b-w').png({ compressionLevel: 6 }).toBuffer();
  };
  return withPixels(work, { weight: width * height * WEIGHT });
}

/** Of any size. */
const ANY: Size = { width: 0, height: 0 };

/** Pixels stay inside or outside. */
async function scaled(png: Buffer, { width, height }: Size): Promise<Buffer> {
  const sharp = await loadSharp();
  const work = () =>
    sharp(png)
      .resize(width, height, { fit: 'fill', kernel: 'nearest' })
      .png({ compressionLevel: 6 })
      .toBuffer();
  const picture = await openPicture(png);
  return decode(picture, work, { more: width * height * WEIGHT });
}

type Patch = Extract<MaskSource, { kind: 'patch' }>;

/** Before there is a canvas: what decodes pictures waits for memory by itself. */
function readPatch(patch: Patch, size: Size): Promise<Buffer> {
  requireFitting(patch, size);
  return readPictured(Buffer.from(patch.png, 'base64'), patch);
}

async function readPictured(bytes: Buffer, size: Size): Promise<Buffer> {
  try {
    return await readMask(bytes, size);
  } catch (error) {
    if (error instanceof UnfitMask)
      throw new FileFault(`its mask does not fit: ${error.message}`, { cause: error });
    throw error;
  }
}

function statedSize(unit: 'share' | 'pixels' | Size, own: Size): Size {
  if (unit === 'share') return { width: 1, height: 1 };
  return unit === 'pixels' ? own : unit;
}

function paint(source: MaskSource, canvas: Canvas, spend: Spend): void {
  const { width, height } = canvas;
  requireFitting(source, canvas);
  if (source.kind === 'rle') paintRle(source.counts, canvas);
  else if (source.kind === 'rows') paintRows(source, canvas);
  else if (source.kind === 'polygons') {
    const stated = statedSize(source.unit, canvas);
    const [across, down] = [width / stated.width, height / stated.height];
    for (const polygon of source.polygons) {
      const points = polygon.slice(0, 2 * MOST_POINTS).map((each, at) => each * (at % 2 ? down : across));
      paintPolygon(points, canvas, spend);
    }
  }
}

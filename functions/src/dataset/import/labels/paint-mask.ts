/** Paints a mask from its sources in the archive, as the PNG that is stored: 0 where the tag is not. */

import { isPauseDue } from '../../../common/concurrency/pause.ts';
import { decode, loadSharp, openPicture, withPixels } from '../../../common/images/decoding.ts';
import { readMask, UnfitMask } from '../../../common/images/mask-picture.ts';
import type { Archive } from '../archive/archive.ts';
import type { Spend } from '../archive/budget.ts';
import { FileFault } from '../import-fault.ts';
import type { MaskSource } from '../plan.ts';
import { MOST_IMAGE } from '../read-image.ts';
import { paintAlpha } from './alpha-masks.ts';
import { MOST_POINTS, paintPolygon } from './polygons.ts';
import { type Canvas, paintGray, paintRle, paintRows, requireFitting, rest } from './rle-runs.ts';

interface Size {
  width: number;
  height: number;
}

/** Bytes of memory for each pixel of a mask that is painted: the canvas, and what the encoder holds of it. */
const WEIGHT = 2;

interface Painting {
  archive: Archive;
  /** Aborted when the caller has left. */
  signal: AbortSignal;
  /** Of all masks of the image. */
  spend: Spend;
}

/** @throws FileFault, or the reason of the signal */
export async function paintMask(
  sources: readonly MaskSource[],
  size: Size,
  { archive, signal, spend }: Painting,
): Promise<Buffer> {
  const [first] = sources;
  if (first?.kind === 'picture') {
    const bytes = await archive.bytes(first.entry, MOST_IMAGE);
    if (!first.isScaled) return readPictured(bytes, size, signal);
    return scaled(await readPictured(bytes, ANY, signal), size, signal);
  }
  if (first?.kind === 'alpha') {
    requireFitting(first, size);
    return paintAlpha(first, signal);
  }
  const patch = first?.kind === 'patch' ? await readPatch(first, size, signal) : null;
  const sharp = await loadSharp();
  const { width, height } = size;
  const raw = { width, height, channels: 1 as const };
  const work = async () => {
    const canvas = { width, height, pixels: new Uint8Array(width * height) };
    if (patch) paintGray(await sharp(patch).extractChannel(0).raw().toBuffer(), first as Patch, canvas);
    else for (const source of sources) await paint(source, canvas, { signal, spend });
    return sharp(canvas.pixels, { raw }).toColourspace('b-w').png({ compressionLevel: 6 }).toBuffer();
  };
  return withPixels(work, { weight: width * height * WEIGHT, signal });
}

/** Of any size. */
const ANY: Size = { width: 0, height: 0 };

/** Pixels stay inside or outside. */
async function scaled(png: Buffer, { width, height }: Size, signal: AbortSignal): Promise<Buffer> {
  const sharp = await loadSharp();
  const work = () =>
    sharp(png)
      .resize(width, height, { fit: 'fill', kernel: 'nearest' })
      .png({ compressionLevel: 6 })
      .toBuffer();
  const picture = await openPicture(png);
  return decode(picture, work, { signal, more: width * height * WEIGHT });
}

type Patch = Extract<MaskSource, { kind: 'patch' }>;

/** Before there is a canvas: what decodes pictures waits for memory by itself. */
function readPatch(patch: Patch, size: Size, signal: AbortSignal): Promise<Buffer> {
  requireFitting(patch, size);
  return readPictured(Buffer.from(patch.png, 'base64'), patch, signal);
}

async function readPictured(bytes: Buffer, size: Size, signal: AbortSignal): Promise<Buffer> {
  try {
    return await readMask(bytes, size, signal);
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

async function paint(source: MaskSource, canvas: Canvas, work: Omit<Painting, 'archive'>): Promise<void> {
  const { width, height } = canvas;
  requireFitting(source, canvas);
  if (source.kind === 'rle') await paintRle(source.counts, canvas, work.signal);
  else if (source.kind === 'rows') await paintRows(source, canvas, work.signal);
  else if (source.kind === 'polygons') {
    const stated = statedSize(source.unit, canvas);
    const [across, down] = [width / stated.width, height / stated.height];
    for (const polygon of source.polygons) {
      if (isPauseDue()) await rest(work.signal);
      const points = polygon.slice(0, 2 * MOST_POINTS).map((each, at) => each * (at % 2 ? down : across));
      await paintPolygon(points, canvas, work);
    }
  }
}

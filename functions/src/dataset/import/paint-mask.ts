/** The pixels of a mask from what an archive has of it, as the PNG that is stored: 0 where the tag is not. */
import { loadSharp, withPixels } from '../../common/decoding.ts';
import { readMask, UnfitMask } from '../../common/mask-picture.ts';
import { type Archive, FileFault } from './archive.ts';
import type { PaintingEffort } from './painting-effort.ts';
import type { MaskSource } from './plan.ts';
import { paintPolygon } from './polygons.ts';
import { MOST_IMAGE } from './read-image.ts';
import { paintRle } from './rle-runs.ts';

interface Size {
  width: number;
  height: number;
}

/** Where the tag is. */
const INSIDE = 255;

/** Bytes of memory for each pixel of a mask that is painted: the canvas, and what the encoder holds of it. */
const WEIGHT = 2;

interface Painting {
  archive: Archive;
  /** Aborted when the caller has left. */
  signal: AbortSignal;
  /** Of all masks of the image. */
  effort: PaintingEffort;
}

/** @throws FileFault, or the reason of the signal */
export async function paintMask(
  sources: readonly MaskSource[],
  size: Size,
  { archive, signal, effort }: Painting,
): Promise<Buffer> {
  const [first] = sources;
  if (first?.kind === 'picture') {
    const bytes = await archive.bytes(first.entry, MOST_IMAGE);
    try {
      return await readMask(bytes, size, signal);
    } catch (error) {
      if (error instanceof UnfitMask)
        throw new FileFault(`its mask does not fit: ${error.message}`, { cause: error });
      throw error;
    }
  }
  const sharp = await loadSharp();
  const raw = { width: size.width, height: size.height, channels: 1 as const };
  const work = async () => {
    const pixels = new Uint8Array(size.width * size.height);
    for (const source of sources) await paint(source, size, pixels, effort);
    return sharp(pixels, { raw }).toColourspace('b-w').png({ compressionLevel: 6 }).toBuffer();
  };
  return withPixels(work, { weight: size.width * size.height * WEIGHT, signal });
}

function statedSize(unit: 'share' | 'pixels' | Size, own: Size): Size {
  if (unit === 'share') return { width: 1, height: 1 };
  return unit === 'pixels' ? own : unit;
}

async function paint(
  source: MaskSource,
  size: Size,
  pixels: Uint8Array,
  effort: PaintingEffort,
): Promise<void> {
  if (source.kind === 'rle') {
    if (source.width !== size.width || source.height !== size.height)
      throw new FileFault(
        `its mask is ${source.width} x ${source.height}, the image ${size.width} x ${size.height} pixels`,
      );
    paintRle(source.counts, size, { pixels, value: INSIDE });
  } else if (source.kind === 'polygons') {
    const { width, height } = statedSize(source.unit, size);
    const [across, down] = [size.width / width, size.height / height];
    for (const polygon of source.polygons) {
      const points = polygon.map((each, at) => each * (at % 2 ? down : across));
      await paintPolygon(points, size, { pixels, value: INSIDE }, effort);
    }
  }
}

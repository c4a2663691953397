import sharp from 'sharp';

/** A reduced picture as planes of brightness and two colour differences, each 0-255 or around 0. */
export interface Picture {
  width: number;
  height: number;
  /** Brightness, red against blue, green against both. */
  planes: readonly [Float32Array, Float32Array, Float32Array];
}

/** Longer side in pixels: small enough to be fast, large enough for parts of a fiftieth of the picture. */
const SIDE = 320;
/** Maximum input size of the service. */
const PIXEL_LIMIT = 75_000_000;

/** Upright, as the service sees it. @throws if the bytes are not an image */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  const { data, info } = await sharp(bytes, { limitInputPixels: PIXEL_LIMIT, failOn: 'truncated' })
    .rotate()
    .resize({ width: SIDE, height: SIDE, fit: 'inside' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, planes: planesOf(data, info.width * info.height) };
}

function planesOf(rgb: Buffer, size: number): Picture['planes'] {
  const [bright, warm, green] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)];
  for (let at = 0, from = 0; at < size; at++, from += 3) {
    const [r, g, b] = [rgb[from]!, rgb[from + 1]!, rgb[from + 2]!];
    bright[at] = (r + 2 * g + b) / 4;
    warm[at] = r - b;
    green[at] = g - (r + b) / 2;
  }
  return [bright, warm, green];
}

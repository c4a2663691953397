import sharp from 'sharp';

/** A mask: a square of 255 in the upper left quarter, 0 elsewhere. @param part 3: the left third instead of the half */
export const maskPng = (width: number, height: number, part = 2): Promise<Buffer> =>
  sharp(maskPixels(width, height, part), { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer();

export function maskPixels(width: number, height: number, part = 2): Buffer {
  const pixels = Buffer.alloc(width * height);
  for (let y = 0; y < height / 2; y += 1) pixels.fill(255, y * width, y * width + Math.floor(width / part));
  return pixels;
}

/** Its pixels, one byte each, and how many channels it has. */
export async function pixelsOf(png: Uint8Array): Promise<{ pixels: Buffer; channels: number }> {
  const { channels } = await sharp(png).metadata();
  const pixels = await sharp(png).toColourspace('b-w').raw().toBuffer();
  return { pixels, channels: channels ?? 0 };
}

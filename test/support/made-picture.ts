/** Pictures that show which image they are and which side is up, as every camera stores them. */
import sharp from 'sharp';
import type { Pixels } from '../../packages/formats/src/shape/pixels.ts';
import { withSegments } from './exif-pictures.ts';

export const KINDS = ['jpeg', 'png', 'webp', 'cmyk'] as const;

export interface Picture {
  kind: (typeof KINDS)[number];
  /** EXIF, 1 to 8. */
  orientation: number;
  /** Upright. */
  width: number;
  height: number;
  /** Below 64; no two of a dataset are the same. */
  shade: number;
}

const CHANNELS = 3;

/** Each quarter has its own color, so that no turn is like another. */
export function uprightPixels({ width, height, shade }: Picture): Pixels {
  const data = new Uint8Array(width * height * CHANNELS);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const quarter = (y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1);
      data.set([20 + quarter * 70, 230 - quarter * 70, 40 + ((shade * 37) % 64)], (y * width + x) * CHANNELS);
    }
  return { width, height, data };
}

/** Where a pixel of the upright picture is stored: the table of EXIF 2.3 (4.6.4, Orientation). @param w, h the upright size */
function storedAt(orientation: number, [x, y]: [number, number], [w, h]: [number, number]): [number, number] {
  const [left, up] = [w - 1 - x, h - 1 - y];
  const all: [number, number][] = [
    [x, y],
    [left, y],
    [left, up],
    [x, up],
    [y, x],
    [y, left],
    [up, left],
    [up, x],
  ];
  return all[orientation - 1] as [number, number];
}

/** The picture's file. CMYK is a JPEG. */
export async function drawPicture(picture: Picture): Promise<Buffer> {
  const { kind, orientation } = picture;
  const { width, height, data } = uprightPixels(picture);
  const [storedWidth, storedHeight] = orientation >= 5 ? [height, width] : [width, height];
  const stored = Buffer.alloc(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [sx, sy] = storedAt(orientation, [x, y], [width, height]);
      const from = (y * width + x) * CHANNELS;
      stored.set(data.subarray(from, from + CHANNELS), (sy * storedWidth + sx) * CHANNELS);
    }
  const raw = { width: storedWidth, height: storedHeight, channels: CHANNELS } as const;
  const drawn = sharp(stored, { raw });
  const isPlain = orientation === 1;
  if (kind === 'png' || kind === 'webp')
    return (isPlain ? drawn : drawn.withMetadata({ orientation }))
      .toFormat(kind, kind === 'webp' ? { quality: 95 } : {})
      .toBuffer();
  const colors = kind === 'cmyk' ? drawn.toColourspace('cmyk') : drawn;
  const jpeg = await colors.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
  return isPlain ? jpeg : withSegments(jpeg, orientationSegment(orientation));
}

/** EXIF with a single field: 0x0112, a short. sharp would make RGB of CMYK with it. */
const orientationSegment = (orientation: number): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xe1, 0, 34]),
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0', 'latin1'),
    Buffer.from([orientation, 0, 0, 0, 0, 0, 0]),
  ]);

/** Loss of compression, and of the inks of CMYK; two turns differ by 43 and more. */
const MOST = { jpeg: 14, png: 0, webp: 14, cmyk: 42 };

/** What a reader that ignores EXIF sees is the upright picture. @returns what differs; null if nothing */
export async function differsFrom(picture: Picture, bytes: Buffer): Promise<string | null> {
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const wanted = uprightPixels(picture);
  if (info.width !== wanted.width || info.height !== wanted.height) return `${info.width} x ${info.height}`;
  const sum = data.reduce((all, value, at) => all + Math.abs(value - (wanted.data[at] as number)), 0);
  const mean = sum / data.length;
  return mean <= MOST[picture.kind] ? null : `pixels differ by ${mean.toFixed(1)}`;
}

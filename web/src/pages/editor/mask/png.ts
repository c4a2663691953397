/** Masks as PNG files with one bit per pixel. Without a canvas, which may change values (colour management, alpha). */
import { type Bitmap, columnsOf, emptyBitmap, TILE, WORDS } from './paint/bitmap.ts';
import { MaskEdit } from './paint/edit.ts';

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** Images of up to 50 megapixels are accepted (Contract 6). */
const MAX_PIXELS = 50_000_000;

/** A PNG of a kind that `decodePng` does not read. */
export class OtherPng extends Error {
  override name = 'OtherPng';
}

/** A gray PNG with one bit per pixel. Painted pixels are 1, which other programs read as 255. */
export async function encodePng(mask: Bitmap): Promise<Uint8Array<ArrayBuffer>> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, mask.width);
  view.setUint32(4, mask.height);
  header[8] = 1;
  const data = await throughStream(packRows(mask), new CompressionStream('deflate'));
  const parts = [
    new Uint8Array(SIGNATURE),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', new Uint8Array()),
  ];
  return joinBytes(parts);
}

/** Rows of a PNG: one byte for the filter (none), then the pixels from the highest bit. */
function packRows(mask: Bitmap): Uint8Array<ArrayBuffer> {
  const stride = 1 + Math.ceil(mask.width / 8);
  const packed = new Uint8Array(stride * mask.height);
  const columns = columnsOf(mask);
  for (const [index, tile] of mask.tiles) {
    // Words are little-endian in all browsers: byte n has pixels 8n to 8n + 7.
    const bytes = new Uint8Array(tile.buffer, tile.byteOffset, tile.byteLength);
    const [column, top] = [index % columns, Math.floor(index / columns) * TILE];
    const width = Math.min(WORDS * 4, stride - 1 - column * WORDS * 4);
    for (let row = 0; row < Math.min(TILE, mask.height - top); row += 1) {
      const from = row * WORDS * 4;
      const to = (top + row) * stride + 1 + column * WORDS * 4;
      for (let at = 0; at < width; at += 1) packed[to + at] = REVERSED[bytes[from + at]!]!;
    }
  }
  return packed;
}

const REVERSED = Uint8Array.from({ length: 256 }, (_, byte) => {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit += 1) reversed |= ((byte >> bit) & 1) << (7 - bit);
  return reversed;
});

/**
 * Every value except 0 is painted.
 * @throws OtherPng if it has colours, a palette, alpha or 16 bits, or is interlaced; Error if it is broken
 */
export async function decodePng(png: Uint8Array<ArrayBuffer>): Promise<Bitmap> {
  const { header, data } = readChunks(png);
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const [width, height, depth] = [view.getUint32(0), view.getUint32(4), header[8]!];
  if (header[9] !== 0 || header[12] !== 0 || depth > 8) throw new OtherPng('Not a plain gray PNG');
  if (width * height > MAX_PIXELS || width * height === 0) throw new Error('The mask has an invalid size');
  const stride = Math.ceil((width * depth) / 8);
  const rows = await throughStream(data, new DecompressionStream('deflate'));
  if (rows.length < (stride + 1) * height) throw new Error('The PNG ends too early');
  unfilter(rows, stride, height);
  return bitmapOf(rows, { width, height, depth, stride });
}

function bitmapOf(
  rows: Uint8Array,
  { width, height, depth, stride }: { width: number; height: number; depth: number; stride: number },
): Bitmap {
  const edit = new MaskEdit(emptyBitmap(width, height));
  const perByte = 8 / depth;
  const isSet = (start: number, x: number): boolean => {
    const byte = rows[start + Math.floor(x / perByte)]!;
    return (
      byte !== 0 && (depth === 8 || ((byte << ((x % perByte) * depth)) & (0xff00 >> depth) & 0xff) !== 0)
    );
  };
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1) + 1;
    for (let x = 0; x < width; ) {
      if (!isSet(start, x)) {
        x += 1;
        continue;
      }
      const from = x;
      while (x < width && isSet(start, x)) x += 1;
      edit.span(y, from, x, true);
    }
  }
  edit.end();
  return edit.bitmap;
}

/** Removes the filters of the rows in place. Pixels have at most 8 bits, so the byte before is the pixel on the left. */
function unfilter(rows: Uint8Array, stride: number, height: number): void {
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1);
    const filter = rows[start]!;
    if (filter === 0) continue;
    if (filter > 4) throw new Error('Unknown filter of a PNG');
    for (let at = start + 1; at <= start + stride; at += 1) {
      const left = at > start + 1 ? rows[at - 1]! : 0;
      const above = y > 0 ? rows[at - stride - 1]! : 0;
      const corner = y > 0 && at > start + 1 ? rows[at - stride - 2]! : 0;
      rows[at] = rows[at]! + predicted(filter, left, above, corner);
    }
  }
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

function readChunks(png: Uint8Array<ArrayBuffer>): {
  header: Uint8Array<ArrayBuffer>;
  data: Uint8Array<ArrayBuffer>;
} {
  if (!SIGNATURE.every((byte, at) => png[at] === byte)) throw new OtherPng('Not a PNG');
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let header: Uint8Array<ArrayBuffer> | null = null;
  for (let at = 8; at + 12 <= png.length; ) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...png.subarray(at + 4, at + 8));
    const content = png.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR') header = content;
    if (name === 'IDAT') parts.push(content);
    if (name === 'IEND') break;
    at += length + 12;
  }
  if (header?.length !== 13) throw new Error('The PNG has no header');
  return { header, data: joinBytes(parts) };
}

function chunk(name: string, content: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  for (let at = 0; at < 4; at += 1) bytes[4 + at] = name.charCodeAt(at);
  bytes.set(content, 8);
  view.setUint32(content.length + 8, crc32(bytes.subarray(4, content.length + 8)));
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? 0xedb8_8320 ^ (sum >>> 1) : sum >>> 1;
  return sum;
});

function crc32(bytes: Uint8Array): number {
  let sum = -1;
  for (const byte of bytes) sum = CRC_TABLE[(sum ^ byte) & 255]! ^ (sum >>> 8);
  return ~sum >>> 0;
}

async function throughStream(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Blob([bytes]).stream().pipeThrough<Uint8Array>(stream);
  return new Uint8Array(await new Response(out as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

function joinBytes(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

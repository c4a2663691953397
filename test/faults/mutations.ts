/**
 * Damaged pictures: flipped bits, truncated ends, chunks in the wrong order or with a wrong length, several files in one.
 */
import { crc32 } from 'node:zlib';
import { fc } from '../support/fast-check.ts';

export type Format = 'jpeg' | 'png' | 'webp';

export interface Mutant {
  /** `jpeg bit flips` */
  name: string;
  format: Format;
  bytes: Buffer;
}

type Mutate = (bytes: Buffer, draw: fc.GeneratorValue, format: Format) => Buffer;

/** Start of a chunk or segment, and its total length. */
interface Chunk {
  at: number;
  length: number;
}

const pick = <T>(draw: fc.GeneratorValue, values: readonly T[]): T =>
  values[draw(fc.nat, { max: values.length - 1 })] as T;
const place = (draw: fc.GeneratorValue, bytes: Buffer): number =>
  draw(fc.nat, { max: Math.max(bytes.length - 1, 0) });

const ZIP = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
const HTML = Buffer.from('<html><script>alert(1)</script></html>');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>');

const MUTATIONS: Record<string, Mutate> = {
  'bit flips': (bytes, draw) => {
    const copy = Buffer.from(bytes);
    for (let flips = pick(draw, [1, 2, 8, 64]); flips > 0; flips -= 1) {
      const at = place(draw, copy);
      copy[at] = (copy[at] as number) ^ (1 << draw(fc.nat, { max: 7 }));
    }
    return copy;
  },
  'bit flips in the head': (bytes, draw) => {
    const copy = Buffer.from(bytes);
    const at = draw(fc.nat, { max: 63 });
    copy[at] = draw(fc.nat, { max: 255 });
    return copy;
  },
  truncated: (bytes, draw) => bytes.subarray(0, place(draw, bytes)),
  hole: (bytes, draw) => {
    const copy = Buffer.from(bytes);
    const at = place(draw, bytes);
    return copy.fill(pick(draw, [0, 0xff]), at, Math.min(at + draw(fc.nat, { max: 600 }), copy.length));
  },
  'piece repeated': (bytes, draw) => {
    const [from, to] = [place(draw, bytes), place(draw, bytes)].sort((a, b) => a - b) as [number, number];
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  'chunks swapped': (bytes, draw, format) => {
    const chunks = chunksOf(bytes, format);
    const [one, other] = [pick(draw, chunks), pick(draw, chunks)].sort((a, b) => a.at - b.at) as [
      Chunk,
      Chunk,
    ];
    if (one.at === other.at) return bytes;
    const part = (from: number, to: number) => bytes.subarray(from, to);
    const [endOne, endOther] = [one.at + one.length, other.at + other.length];
    return Buffer.concat([
      part(0, one.at),
      part(other.at, endOther),
      part(endOne, other.at),
      part(one.at, endOne),
      part(endOther, bytes.length),
    ]);
  },
  'chunk gone': (bytes, draw, format) => {
    const { at, length } = pick(draw, chunksOf(bytes, format));
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
  },
  'length lies': (bytes, draw, format) => lieOfLength(bytes, draw, format),
  'size lies': (bytes, draw, format) => lieOfSize(bytes, draw, format),
  'zip behind it': (bytes) => Buffer.concat([bytes, ZIP]),
  'html behind it': (bytes) => Buffer.concat([bytes, HTML]),
  'html inside': (bytes, draw) => {
    const at = place(draw, bytes);
    return Buffer.concat([bytes.subarray(0, at), HTML, bytes.subarray(at)]);
  },
  'another kind behind the signature': (bytes, draw) =>
    Buffer.concat([bytes.subarray(0, pick(draw, [3, 8, 12])), pick(draw, [ZIP, HTML, SVG])]),
  'another kind before it': (bytes, draw) =>
    Buffer.concat([pick(draw, [ZIP, HTML, SVG, Buffer.from('GIF89a')]), bytes]),
  untouched: (bytes) => bytes,
};

/** @param pictures valid ones, by format */
export function mutants(pictures: Record<Format, readonly Buffer[]>, count: number, seed: number): Mutant[] {
  const formats = Object.keys(pictures) as Format[];
  const drawn = fc.gen().map((draw): Mutant => {
    const format = pick(draw, formats);
    const name = pick(draw, Object.keys(MUTATIONS));
    const bytes = (MUTATIONS[name] as Mutate)(pick(draw, pictures[format]), draw, format);
    return { name: `${format} ${name}`, format, bytes };
  });
  return fc.sample(drawn, { numRuns: count, seed });
}

/** Segments of a JPEG up to its scan, or chunks of a PNG or RIFF file. */
function chunksOf(bytes: Buffer, format: Format): Chunk[] {
  const chunks: Chunk[] = [];
  let at = { jpeg: 2, png: 8, webp: 12 }[format];
  while (at + 8 <= bytes.length) {
    const length = chunkLength(bytes, at, format);
    chunks.push({ at, length });
    at += length;
    if (format === 'jpeg' && bytes[at + 1] === 0xda) break;
  }
  return chunks;
}

function chunkLength(bytes: Buffer, at: number, format: Format): number {
  if (format === 'jpeg') return bytes.readUInt16BE(at + 2) + 2;
  if (format === 'png') return bytes.readUInt32BE(at) + 12;
  const size = bytes.readUInt32LE(at + 4);
  return size + (size % 2) + 8;
}

const LENGTHS = [0, 1, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffff4, 0xffffffff];

function lieOfLength(bytes: Buffer, draw: fc.GeneratorValue, format: Format): Buffer {
  const copy = Buffer.from(bytes);
  const { at } = pick(draw, chunksOf(bytes, format));
  const length = pick(draw, LENGTHS);
  if (format === 'jpeg') copy.writeUInt16BE(length % 0x10000, at + 2);
  else if (format === 'png') copy.writeUInt32BE(length, at);
  // The length of the whole file, or of one chunk.
  else copy.writeUInt32LE(length, draw(fc.boolean) ? 4 : at + 4);
  return copy;
}

const SIDES = [0, 1, 2, 7000, 16_383, 16_384, 0xffff];

/** A header with another width and height; the PNG's checksum is corrected. */
function lieOfSize(bytes: Buffer, draw: fc.GeneratorValue, format: Format): Buffer {
  const copy = Buffer.from(bytes);
  const [width, height] = [pick(draw, SIDES), pick(draw, SIDES)];
  if (format === 'png') {
    copy.writeUInt32BE(width, 16);
    copy.writeUInt32BE(height, 20);
    copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
  } else if (format === 'jpeg') {
    const frame = chunksOf(bytes, format).find(({ at }) =>
      [0xc0, 0xc1, 0xc2].includes(bytes[at + 1] as number),
    );
    if (frame) {
      copy.writeUInt16BE(height, frame.at + 5);
      copy.writeUInt16BE(width, frame.at + 7);
    }
  } else {
    copy.writeUInt16LE(width % 0x4000, 26);
    copy.writeUInt16LE(height % 0x4000, 28);
  }
  return copy;
}

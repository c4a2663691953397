import { addAbortSignal, Readable } from 'node:stream';
import { DECODING, loadSharp, sniffFormat } from '../common/pictures.ts';
import type { Objects } from '../common/ports.ts';
import { readChunks } from './read-whole.ts';
import { Turns } from './turns.ts';
import type { PlannedEntry } from './zip-plan.ts';

/** What goes into the archive: in pieces, or as it comes where it is too large to be held. */
export type Content = readonly Buffer[] | Readable;

interface Reading {
  objects: Objects;
  /** Ends all reads. */
  signal: AbortSignal;
}

/** Bytes of an object that is held whole: more than any upload of ours has (Contract 6). */
const MOST_HELD = 32 * 1024 * 1024;
const JPEG_QUALITY = 92;

/** Decoding takes memory by the pixel, so there are few at once in one process. */
const conversions = new Turns(2);

/**
 * The content of an entry: masks and JPEGs byte for byte, other images as upright JPEG (Contract 4). What the bytes are
 * counts, not what the record says.
 * @throws whatever Storage says after the last try; an error without transient code where bytes are no image
 */
export async function readEntry(entry: PlannedEntry, reading: Reading): Promise<Content> {
  if (entry.bytes > MOST_HELD) return openLarge(entry, reading);
  const chunks = await readChunks(entry.source, reading.objects, reading.signal);
  if (entry.kind === 'mask' || sniffFormat(chunks[0] ?? Buffer.alloc(0)) === 'jpeg') return chunks;
  return conversions.take(async () => [await toJpeg(Buffer.concat(chunks))]);
}

/** Begins to read, so that an object that cannot be read is known before its entry begins. */
async function openLarge(entry: PlannedEntry, { objects, signal }: Reading): Promise<Content> {
  if (entry.convert) throw new Error('too large to be converted');
  const chunks: AsyncIterator<Buffer> = addAbortSignal(signal, objects.read(entry.source))[
    Symbol.asyncIterator
  ]();
  const first = await chunks.next();
  async function* rest() {
    for (let next = first; !next.done; next = await chunks.next()) yield next.value;
  }
  return Readable.from(rest(), { objectMode: false });
}

async function toJpeg(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  // White as paper: JPEG has no transparency.
  return sharp(bytes, DECODING).flatten({ background: '#fff' }).jpeg({ quality: JPEG_QUALITY }).toBuffer();
}

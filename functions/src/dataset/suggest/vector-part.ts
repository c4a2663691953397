/** Vectors in the bucket: parts of as many images as one call has looked at, and all parts together. */

import { inOrder } from '../../../../packages/concurrency/src/in-order.ts';
import { SIGNATURE_LENGTH } from '../../../../packages/look/src/signature.ts';
import type { Vectors } from '../../../../packages/look/src/vectors.ts';
import { byteOrder } from '../../../../packages/records/src/byte-order.ts';
import { isPauseDue, pause, sortPaced } from '../../common/concurrency/pause.ts';
import { isMissing } from '../../common/foreign-errors.ts';
import type { ImageRecord } from '../../common/model.ts';
import type { Objects } from '../../common/ports.ts';
import { randomId } from '../../common/records/made-ids.ts';
import { signaturePartName, type VectorState, vectorPartName } from '../../common/records/vector-ports.ts';
import { type Reading, readWhole } from '../../common/storage/read-whole.ts';
import type { Look } from './describe-image.ts';

/** What bursts are found by, kept beside a vector so that no record need be read for it. */
export type Seen = Pick<ImageRecord, 'id' | 'session' | 'date' | 'look' | 'content'>;

const LINE_END = 10;
/** Parts that are read at once. */
const LEAD = { items: 8, weight: 8, weigh: () => 1 };

/**
 * Writes a part. No state names it yet.
 * @returns its name, and those of its objects
 */
export async function writePart(
  dataset: string,
  images: readonly (Seen & Look)[],
  objects: Pick<Objects, 'put'>,
): Promise<{ part: string; names: readonly string[] }> {
  const part = randomId();
  const made = [
    [signaturePartName(dataset, part), Buffer.concat(images.map(({ signature }) => signature))],
    [vectorPartName(dataset, part), packPart(images)],
  ] as const;
  for (const [name, bytes] of made) await objects.put(name, bytes, 'application/octet-stream');
  return { part, names: made.map(([name]) => name) };
}

/** A line of JSON about the images, then their vectors. */
export function packPart(images: readonly (Seen & { vector: Int8Array })[]): Buffer {
  const rows = images.map(({ id, session, date, look, content }) => [id, session, date, look, content]);
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(rows)}\n`),
    ...images.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)),
  ]);
}

interface Part {
  /** Values of a vector. */
  width: number;
  images: Seen[];
  values: Int8Array;
}

export function unpackPart(bytes: Buffer): Part {
  const end = bytes.indexOf(LINE_END);
  const rows = JSON.parse(bytes.toString('utf8', 0, end)) as [string, string, number, string, string][];
  const images = rows.map(([id, session, date, look, content]) => ({ id, session, date, look, content }));
  const from = bytes.byteOffset + end + 1;
  const values = new Int8Array(bytes.buffer, from, bytes.length - end - 1);
  return { width: values.length / images.length, images, values };
}

/** The parts of a dataset. One that is not there any more counts as none: its images lack a vector. */
export async function* readParts(
  { dataset, parts }: { dataset: string; parts: VectorState['parts'] },
  reading: Reading,
): AsyncGenerator<Part & { name: string }> {
  const read = async (name: string) => ({
    name,
    bytes: await readIfThere(vectorPartName(dataset, name), reading),
  });
  for await (const { name, bytes } of inOrder(parts, read, LEAD)) {
    if (isPauseDue()) await pause();
    if (bytes) yield { name, ...unpackPart(bytes) };
  }
}

const readIfThere = (name: string, reading: Reading): Promise<Buffer | null> =>
  readWhole(name, reading).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

/** All that is kept of the images of parts, but for a part whose signatures are not there. */
export async function* readLooks(
  { dataset, parts }: { dataset: string; parts: VectorState['parts'] },
  reading: Reading,
): AsyncGenerator<Seen & Look> {
  for (const part of parts)
    for await (const { images, values, width } of readParts({ dataset, parts: [part] }, reading)) {
      const bytes = await readIfThere(signaturePartName(dataset, part), reading);
      if (!bytes) continue;
      for (const [at, image] of images.entries())
        yield {
          ...image,
          vector: values.subarray(at * width, (at + 1) * width),
          signature: bytes.subarray(at * SIGNATURE_LENGTH, (at + 1) * SIGNATURE_LENGTH),
        };
    }
}

/** Where what is kept of an image is: the part, and its place in it. */
export interface Place {
  part: string;
  at: number;
}

/** All images that have a vector, in the order of their ids, with those that are gone meanwhile. */
export async function readVectors(
  about: { dataset: string; parts: VectorState['parts'] },
  reading: Reading,
): Promise<{ images: Seen[]; vectors: Vectors; places: Place[] }> {
  const places: (Place & { image: Seen; values: Int8Array })[] = [];
  let width = 0;
  for await (const part of readParts(about, reading)) {
    width = part.width;
    for (const [at, image] of part.images.entries())
      places.push({ image, part: part.name, at, values: part.values.subarray(at * width, (at + 1) * width) });
  }
  const sorted = await sortPaced(places, (a, b) => byteOrder(a.image.id, b.image.id));
  const all = new Int8Array(sorted.length * width);
  for (const [row, { values }] of sorted.entries()) all.set(values, row * width);
  const vectors = { width, count: sorted.length, values: all };
  return {
    images: sorted.map(({ image }) => image),
    vectors,
    places: sorted.map(({ part, at }) => ({ part, at })),
  };
}

/** Copies of the signatures at places of a part; null where they are not there. */
export async function signaturesAt(
  { dataset, part }: { dataset: string; part: string },
  places: readonly Place[],
  reading: Reading,
): Promise<Uint8Array[] | null> {
  const bytes = await readIfThere(signaturePartName(dataset, part), reading);
  return (
    bytes &&
    places.map(({ at }) =>
      Uint8Array.from(bytes.subarray(at * SIGNATURE_LENGTH, (at + 1) * SIGNATURE_LENGTH)),
    )
  );
}

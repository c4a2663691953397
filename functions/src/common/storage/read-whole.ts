import { addAbortSignal } from 'node:stream';
import type { Objects } from '../ports.ts';

export interface Reading {
  objects: Objects;
  /** Stops all reads. */
  signal: AbortSignal;
}

/** All bytes of an object, in the chunks in which they came. @throws what Storage says, or the reason of `signal` */
export const readChunks = (name: string, { objects, signal }: Reading): Promise<Buffer[]> =>
  Array.fromAsync(addAbortSignal(signal, objects.read(name)));

/** All bytes of an object. */
export const readWhole = async (name: string, reading: Reading): Promise<Buffer> =>
  Buffer.concat(await readChunks(name, reading));

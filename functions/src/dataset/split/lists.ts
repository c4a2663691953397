/**
 * Long lists of numbers whose memory comes from the system and goes back to it at once. Plain typed arrays stay until the next
 * full collection, which comes late because they are small objects to the collector, and leave holes that nothing fits in: a
 * million images then take 40 MB more (measured).
 */

/** Bytes from which a list gets memory of its own. */
const LONG = 65_536;

/** A buffer that may be resized is mapped apart from all others. */
const roomFor = (bytes: number): ArrayBuffer =>
  bytes < LONG ? new ArrayBuffer(bytes) : new ArrayBuffer(bytes, { maxByteLength: bytes });

/** All begin with zeros. */
export const newBytes = (length: number): Uint8Array => new Uint8Array(roomFor(length));
export const newIndexes = (length: number): Uint32Array => new Uint32Array(roomFor(4 * length));
export const newIntegers = (length: number): Int32Array => new Int32Array(roomFor(4 * length));
export const newNumbers = (length: number): Float64Array => new Float64Array(roomFor(8 * length));

export type List = Uint8Array | Int32Array | Uint32Array | Float64Array;

/** Gives the memory of lists back, which must not be used any more. */
export function discard(...lists: readonly List[]): void {
  for (const { buffer } of lists) (buffer as ArrayBuffer).transfer(0);
}

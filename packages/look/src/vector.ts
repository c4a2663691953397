/** The bytes that an image keeps: which embedder they are of, and its values. */

export interface Vector {
  /** Name and version of the embedder, such as `builtin-1`: vectors of different ones say nothing about each other. */
  embedder: string;
  values: Int8Array;
}

/** The name's length, its ASCII characters, the values. */
export function encodeVector({ embedder, values }: Vector): Uint8Array {
  if (!/^[\x21-\x7e]{1,255}$/.test(embedder))
    throw new RangeError(`no name of an embedder: ${JSON.stringify(embedder)}`);
  const name = new TextEncoder().encode(embedder);
  const bytes = new Uint8Array(1 + name.length + values.length);
  bytes[0] = name.length;
  bytes.set(name, 1);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.length), 1 + name.length);
  return bytes;
}

/** @throws RangeError if the bytes end within the name */
export function decodeVector(bytes: Uint8Array): Vector {
  const from = 1 + (bytes[0] ?? 0);
  if (from === 1 || bytes.length < from) throw new RangeError(`no vector: ${bytes.length} bytes`);
  return {
    embedder: new TextDecoder().decode(bytes.subarray(1, from)),
    values: Int8Array.from(bytes.subarray(from)),
  };
}

/** An embedding of another service as int8: in proportion, the largest as 127. */
export function quantize(numbers: readonly number[]): Int8Array {
  const most = numbers.reduce((largest, each) => Math.max(largest, Math.abs(each)), 0);
  if (!Number.isFinite(most)) throw new RangeError('an embedding has numbers only');
  return Int8Array.from(numbers, (each) => (most === 0 ? 0 : Math.round((each / most) * 127)));
}

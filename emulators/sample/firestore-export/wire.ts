/** The parts of the protocol buffer wire format that an export needs. */

export function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}

const key = (field: number, kind: number): Buffer => varint((field << 3) | kind);

export const number = (field: number, value: number | bigint): Buffer =>
  Buffer.concat([key(field, 0), varint(value)]);

export function double(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([key(field, 1), bytes]);
}

/** A string, bytes or an embedded message. */
export function bytes(field: number, value: string | Buffer): Buffer {
  const content = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([key(field, 2), varint(content.length), content]);
}

/** The old group encoding, between a start and an end tag. */
export const group = (field: number, ...content: readonly Buffer[]): Buffer =>
  Buffer.concat([key(field, 3), ...content, key(field, 4)]);

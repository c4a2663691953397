/** A picture from whatever a flow carries: Buffer, typed array, base64 or a data URI. */

/** As the service accepts it (Contract 6). */
const MOST_BYTES = 20_000_000;
const DATA_URI = /^data:[^,]*;base64,/;
const BASE64 = /^[A-Za-z0-9+/_\s-]+={0,2}\s*$/;

export class NoPicture extends Error {
  override readonly name = 'NoPicture';
}

/** @throws NoPicture */
export function pictureOf(payload: unknown): Buffer {
  const bytes = bytesOf(payload);
  if (!bytes || !isPicture(bytes))
    throw new NoPicture('msg.payload is not a JPEG, PNG or WebP picture (Buffer, base64 or data URI)');
  if (bytes.length > MOST_BYTES) throw new NoPicture('The picture is larger than 20 MB');
  return bytes;
}

function bytesOf(payload: unknown): Buffer | undefined {
  if (Buffer.isBuffer(payload)) return payload;
  if (ArrayBuffer.isView(payload)) return Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  // A function node runs in a context of its own, with another ArrayBuffer.
  if (Object.prototype.toString.call(payload) === '[object ArrayBuffer]')
    return Buffer.from(payload as ArrayBuffer);
  if (typeof payload !== 'string') return undefined;
  const text = payload.replace(DATA_URI, '');
  return BASE64.test(text.slice(0, 1000)) ? Buffer.from(text, 'base64') : undefined;
}

const isPicture = (bytes: Buffer): boolean =>
  bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
  bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47])) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP');

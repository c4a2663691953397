/** An image as bytes that can be sent again, with its media type. */

/** Accepted by uploads. A stream is read to its end first, because a retry sends the same bytes. */
export type PictureSource = Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array>;

export interface Picture {
  body: Uint8Array;
  mediaType: string;
}

export async function readPicture(source: PictureSource): Promise<Picture> {
  const body = await bytesOf(source);
  const declared = source instanceof Blob && source.type.startsWith('image/') ? source.type : 'image/jpeg';
  return { body, mediaType: mediaTypeOf(body) ?? declared };
}

async function bytesOf(source: PictureSource): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  const whole =
    source instanceof Blob ? source : new Response(source as ReadableStream<Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await whole.arrayBuffer());
}

const SIGNATURES: readonly [mediaType: string, at: number, bytes: readonly number[]][] = [
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47]],
  // `WEBP` follows `RIFF` and a length.
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
];

function mediaTypeOf(body: Uint8Array): string | undefined {
  const found = SIGNATURES.find(([, at, bytes]) => bytes.every((each, index) => body[at + index] === each));
  return found?.[0];
}

/** @param dataUri in base64, as the service writes it */
export function bytesOfDataUri(dataUri: string): { bytes: Uint8Array; mediaType: string } {
  const comma = dataUri.indexOf(',');
  const mediaType = /^data:([^;,]*)/.exec(dataUri.slice(0, comma))?.[1] ?? '';
  const text = atob(dataUri.slice(comma + 1));
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return { bytes, mediaType };
}

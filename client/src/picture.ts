/** An image as bytes that can be sent again by a retry, with its media type. */
import { attempt } from './attempt.ts';
import { SightlineError } from './sightline-error.ts';
import { type CallOptions, DEADLINE } from './transport.ts';

/** Accepted by uploads. A stream is read to its end first, because a retry sends the same bytes. */
export type PictureSource = Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array>;

export interface Picture {
  body: Uint8Array;
  mediaType: string;
}

/** @throws SightlineError if a stream fails, or the signal or deadline ends its reading */
export async function readPicture(source: PictureSource, options: CallOptions): Promise<Picture> {
  const body = await bytesOf(source, options);
  const declared = source instanceof Blob && source.type.startsWith('image/') ? source.type : 'image/jpeg';
  return { body, mediaType: mediaTypeOf(body) ?? declared };
}

async function bytesOf(source: PictureSource, options: CallOptions): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  return source instanceof Blob ? new Uint8Array(await source.arrayBuffer()) : readStream(source, options);
}

/** A stream, such as a camera's, may pause or have no end: it is cancelled if reading takes too long or is aborted. */
function readStream(
  source: ReadableStream<Uint8Array>,
  { signal, deadline = DEADLINE }: CallOptions,
): Promise<Uint8Array> {
  return attempt(
    { requestId: '', signal, patience: deadline },
    async (init) => new Response(source.pipeThrough(new TransformStream(), { signal: init.signal })),
    async (whole) => new Uint8Array(await whole.arrayBuffer()),
  ).catch((error: SightlineError) => {
    if (error.kind !== 'unreachable') throw error;
    throw new SightlineError('The picture cannot be read', { kind: 'refused', cause: error.cause });
  });
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

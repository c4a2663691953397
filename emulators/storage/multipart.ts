import { parseJson } from './call.ts';
import { invalid } from './errors.ts';

/** The first part of a multipart upload, and the media type of the second. */
export interface Related {
  resource: unknown;
  mediaType: string | undefined;
}

/**
 * Parses a `multipart/related` body while it arrives: the resource is returned, the media goes to `sink` in pieces.
 * @throws 400 if the body does not have two parts
 */
export async function readRelated(
  body: AsyncIterable<Buffer>,
  contentType: string,
  sink: (chunk: Buffer) => Promise<void>,
): Promise<Related> {
  const delimiter = `\r\n--${boundaryOf(contentType)}`;
  const parts = new Pieces(body);
  await collect(parts.until(delimiter));
  await collect(parts.until('\r\n\r\n'));
  const resource = parseJson(await collect(parts.until(delimiter)));
  const head = (await collect(parts.until('\r\n\r\n'))).toString();
  for await (const chunk of parts.until(delimiter)) await sink(chunk);
  await parts.drain();
  return { resource, mediaType: /^content-type:\s*(.+?)\s*$/im.exec(head)?.[1] };
}

function boundaryOf(contentType: string): string {
  const match = /boundary=(?:"([^"]+)"|'([^']+)'|([^;\s]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2] ?? match?.[3];
  if (!boundary) throw invalid('Multipart body without boundary.');
  return boundary;
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of pieces) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A stream split at marks. It starts with a line break, so that the first delimiter looks like the others. */
class Pieces {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.from('\r\n');

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Everything up to the mark, which is dropped. @throws 400 if the stream ends before it */
  async *until(mark: string): AsyncGenerator<Buffer> {
    for (;;) {
      const cut = this.#held.indexOf(mark);
      if (cut !== -1) {
        if (cut > 0) yield this.#held.subarray(0, cut);
        this.#held = this.#held.subarray(cut + Buffer.byteLength(mark));
        return;
      }
      const safe = this.#held.length - mark.length + 1;
      if (safe > 0) {
        yield this.#held.subarray(0, safe);
        this.#held = this.#held.subarray(safe);
      }
      const next = await this.#source.next();
      if (next.done) throw invalid('Malformed multipart body.');
      this.#held = Buffer.concat([this.#held, next.value]);
    }
  }

  async drain(): Promise<void> {
    while (!(await this.#source.next()).done);
  }
}

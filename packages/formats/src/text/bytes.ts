import { Readable, type Transform } from 'node:stream';
import { FileFault } from '../read/import-fault.ts';

/**
 * What `transform` makes of the bytes.
 * @param reasonOf why it cannot read them, by its error
 * @throws FileFault; errors of the bytes as they are
 */
export async function* through<T>(
  bytes: AsyncIterable<Buffer>,
  transform: Transform,
  reasonOf: (error: unknown) => string,
): AsyncGenerator<T> {
  const source = Readable.from(bytes, { objectMode: false });
  let failure: unknown;
  source.once('error', (error) => {
    failure = error;
    transform.destroy(error);
  });
  try {
    yield* source.pipe(transform) as AsyncIterable<T>;
  } catch (error) {
    if (failure !== undefined) throw failure;
    throw new FileFault(reasonOf(error), { cause: error });
  } finally {
    source.destroy();
    transform.destroy();
  }
}

/** Text without a byte order mark. @throws FileFault if it is not UTF-8 */
export function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileFault('it is not text in UTF-8');
  }
}

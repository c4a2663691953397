import type { Objects } from '../ports.ts';
import { type ManifestImage, readLine } from './manifest.ts';
import { manifestName } from './version-ports.ts';

const LINE_BREAK = 0x0a;

/** The images in a version's manifest, a few at a time. */
export async function* readManifest(
  { dataset, hash }: { dataset: string; hash: string },
  objects: Pick<Objects, 'read'>,
): AsyncGenerator<ManifestImage[]> {
  for await (const lines of linesOf(objects.read(manifestName(dataset, hash)))) yield lines.map(readLine);
}

/** The complete lines of each chunk. A line, and even a character, may start in one chunk and end in another. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_BREAK);
    if (end < 0) {
      rest.push(chunk);
      continue;
    }
    const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString();
    rest = [chunk.subarray(end + 1)];
    yield text.split('\n');
  }
}

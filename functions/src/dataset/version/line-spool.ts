import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { byteOrder } from '../../common/byte-order.ts';
import { mergeSorted } from '../../common/merge-sorted.ts';

/** A line with the id of its image. */
export type SpooledLine = readonly [id: string, line: string];

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

/** Lines that are packed together. Text of many more is so large that it stays in memory until the next full collection. */
const PACKED = 200;

/**
 * Keeps lines compressed, page by page (about 150 bytes for an image with two boxes), and returns them ordered by id, as
 * often as needed. Pages arrive in that order, except for records that name their dataset by a path string: these start
 * another run, and runs are merged.
 */
export class LineSpool {
  readonly #runs: { pages: Buffer[]; last: string }[] = [];

  async add(lines: readonly SpooledLine[]): Promise<void> {
    const [first, last] = [lines[0], lines.at(-1)];
    if (!first || !last) return;
    const current = this.#runs.at(-1);
    const isNew = !current || byteOrder(first[0], current.last) <= 0;
    const run = isNew ? { pages: [], last: '' } : current;
    if (isNew) this.#runs.push(run);
    run.last = last[0];
    for (let at = 0; at < lines.length; at += PACKED) {
      // Ids as JSON and lines have no line breaks.
      const text = lines.slice(at, at + PACKED).map(([id, line]) => `${JSON.stringify(id)}\n${line}`);
      run.pages.push(await pack(text.join('\n'), { level: 1 }));
    }
  }

  /**
   * An id that occurs twice, because the form of its dataset reference has changed meanwhile, is returned once.
   */
  async *pages(): AsyncGenerator<SpooledLine[]> {
    const [first, ...others] = this.#runs;
    if (!first) return;
    if (others.length === 0) yield* pagesOf(first.pages);
    else yield* gathered(merged(this.#runs.map(({ pages }) => linesOf(pages))));
  }
}

async function* pagesOf(pages: readonly Buffer[]): AsyncGenerator<SpooledLine[]> {
  for (const page of pages) {
    const rows = (await unpack(page)).toString().split('\n');
    yield Array.from({ length: rows.length / 2 }, (_, at) => [
      JSON.parse(rows[2 * at] as string) as string,
      rows[2 * at + 1] as string,
    ]);
  }
}

async function* linesOf(pages: readonly Buffer[]): AsyncGenerator<SpooledLine> {
  for await (const page of pagesOf(pages)) yield* page;
}

/** There is at least one run. */
function merged(runs: readonly AsyncGenerator<SpooledLine>[]): AsyncGenerator<SpooledLine> {
  return runs.reduce(mergeTwo);
}

async function* mergeTwo(
  one: AsyncGenerator<SpooledLine>,
  other: AsyncGenerator<SpooledLine>,
): AsyncGenerator<SpooledLine> {
  for await (const [a, b] of mergeSorted(one, other, ([left], [right]) => byteOrder(left, right)))
    yield (a ?? b) as SpooledLine;
}

const TOGETHER = 1000;

async function* gathered(lines: AsyncIterable<SpooledLine>): AsyncGenerator<SpooledLine[]> {
  let page: SpooledLine[] = [];
  for await (const line of lines) {
    page.push(line);
    if (page.length < TOGETHER) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

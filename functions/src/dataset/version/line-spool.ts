import { byteOrder } from '../../../../packages/records/src/byte-order.ts';
import { chunks } from '../../common/chunks.ts';
import { mergeSorted } from '../../common/counters/merge-sorted.ts';
import { packText, unpackText } from '../packed-text.ts';
import type { PageStore } from '../page-store.ts';

/** A line with the id of its image. */
export type SpooledLine = readonly [id: string, line: string];
/** A line with its number in the order of adding. */
export type NumberedLine = readonly [number: number, line: string];

/** Lines that are packed together. Text of many more is so large that it stays in memory until the next full collection. */
const PACKED = 200;

/** Lines in the order of their ids. `end` of its pages is missing until the next run begins. */
interface Run {
  /** Numbers of its first line, of its first page and of the page after its last. */
  line: number;
  start: number;
  end?: number;
  last: string;
}

/**
 * Keeps lines compressed, page by page (about 150 bytes for an image with two boxes), and returns them ordered by id, as
 * often as needed. Pages arrive in that order, except for records that name their dataset by a path string: these start
 * another run, and runs are merged.
 */
export class LineSpool {
  readonly #store: PageStore;
  readonly #runs: Run[] = [];
  #pages = 0;
  #lines = 0;

  constructor(store: PageStore) {
    this.#store = store;
  }

  async add(lines: readonly SpooledLine[]): Promise<void> {
    const [first, last] = [lines[0], lines.at(-1)];
    if (!first || !last) return;
    this.#runBefore(first[0]).last = last[0];
    for (const some of chunks(lines, PACKED)) {
      // Ids as JSON and lines have no line breaks.
      const text = some.map(([id, line]) => `${JSON.stringify(id)}\n${line}`);
      await this.#store.add(packText(text.join('\n')));
      this.#pages += 1;
    }
    this.#lines += lines.length;
  }

  /** The run that a line with this id continues or begins. */
  #runBefore(id: string): Run {
    const current = this.#runs.at(-1);
    if (current && byteOrder(id, current.last) > 0) return current;
    if (current) current.end = this.#pages;
    const run = { line: this.#lines, start: this.#pages, last: '' };
    this.#runs.push(run);
    return run;
  }

  /**
   * An id that occurs twice, because the form of its dataset reference has changed meanwhile, is returned once.
   */
  async *pages(): AsyncGenerator<NumberedLine[]> {
    const [first, ...others] = this.#runs;
    if (!first) return;
    if (others.length === 0) yield* this.#pagesOf(first);
    else yield* gathered(this.#runs.map((run) => this.#linesOf(run)).reduce(mergeTwo));
  }

  async *#pagesOf(run: Run): AsyncGenerator<NumberedLine[]> {
    let line = run.line;
    for await (const rows of this.#rowsOf(run)) {
      yield Array.from({ length: rows.length / 2 }, (_, at) => [line + at, rows[2 * at + 1] as string]);
      line += rows.length / 2;
    }
  }

  async *#linesOf(run: Run): AsyncGenerator<Line> {
    let number = run.line;
    for await (const rows of this.#rowsOf(run))
      for (let at = 0; at < rows.length; at += 2)
        yield { id: JSON.parse(rows[at] as string) as string, numbered: [number++, rows[at + 1] as string] };
  }

  /** Ids and lines in turns. */
  async *#rowsOf({ start, end }: Run): AsyncGenerator<string[]> {
    for await (const page of this.#store.pages(start, end)) yield unpackText(page).split('\n');
  }
}

interface Line {
  id: string;
  numbered: NumberedLine;
}

async function* mergeTwo(one: AsyncGenerator<Line>, other: AsyncGenerator<Line>): AsyncGenerator<Line> {
  for await (const [a, b] of mergeSorted(one, other, (left, right) => byteOrder(left.id, right.id)))
    yield (a ?? b) as Line;
}

const TOGETHER = 1000;

async function* gathered(lines: AsyncIterable<Line>): AsyncGenerator<NumberedLine[]> {
  let page: NumberedLine[] = [];
  for await (const { numbered } of lines) {
    page.push(numbered);
    if (page.length < TOGETHER) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

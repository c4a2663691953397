import { isPauseDue, pause } from './pause.ts';

/** The items of pages, with pauses between them. */
export async function* oneByOne<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const page of pages)
    for (const item of page) {
      if (isPauseDue()) await pause();
      yield item;
    }
}

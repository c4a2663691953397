/** Limits the number of images that many lists keep in memory together, by emptying the least recently visible lists. */
import type { ImageList } from './image-list.ts';

export class ListMemory {
  readonly #max: number;
  /** Least recently visible first. */
  readonly #wanted = new Set<ImageList>();

  /** @param max number of images after which further lists are emptied */
  constructor(max: number) {
    this.#max = max;
  }

  /** Called when positions of a list are visible. */
  want(list: ImageList, from: number, to: number): void {
    this.#wanted.delete(list);
    this.#wanted.add(list);
    list.want(from, to);
    this.#trim();
  }

  #trim(): void {
    let known = 0;
    for (const list of [...this.#wanted].toReversed()) {
      const isOver = known > this.#max;
      known += list.known;
      if (!isOver) continue;
      list.forget();
      this.#wanted.delete(list);
    }
  }
}

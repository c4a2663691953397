/** Keeps what many lists know within bounds: those that were in sight longest ago forget their images. */
import type { ImageList } from './image-list.ts';

export class ListMemory {
  readonly #most: number;
  /** Longest ago first. */
  readonly #wanted = new Set<ImageList>();

  /** @param most images that all lists together may keep */
  constructor(most: number) {
    this.#most = most;
  }

  /** Places of a list are in sight. */
  want(list: ImageList, from: number, to: number): void {
    this.#wanted.delete(list);
    this.#wanted.add(list);
    list.want(from, to);
    this.#trim();
  }

  #trim(): void {
    let known = 0;
    for (const list of [...this.#wanted].toReversed()) {
      const isOver = known > this.#most;
      known += list.known;
      if (!isOver) continue;
      list.forget();
      this.#wanted.delete(list);
    }
  }
}

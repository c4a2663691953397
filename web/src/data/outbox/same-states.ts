/** At which revisions an image is as it was at an earlier one, because what came between was undone here, or made again. Pure. */
export class SameStates {
  /** The next revision, by image and revision. */
  readonly #next = new Map<string, number>();

  /** The newest revision at which the image is as it was at this one. */
  newest(image: string, revision: number): number {
    for (let at = revision; ; ) {
      const next = this.#next.get(keyOf(image, at));
      if (next === undefined) return at;
      at = next;
    }
  }

  note(image: string, earlier: number, revision: number): void {
    const newest = this.newest(image, earlier);
    if (newest < revision) this.#next.set(keyOf(image, newest), revision);
  }
}

const keyOf = (image: string, revision: number): string => `${image} ${revision}`;

/** Files of removed objects that restoring the last save would need. */
export class WaitingFiles {
  #paths: string[] = [];
  readonly #saves: { save: string; paths: string[] }[] = [];

  add(path: string): void {
    this.#paths.push(path);
  }

  begin(save: string): void {
    this.#saves.push({ save, paths: this.#paths });
    this.#paths = [];
  }

  /** @returns files that no save needs any more */
  commit(save: string): string[] {
    const last = this.#saves.findIndex((each) => each.save === save);
    return this.#saves.splice(0, last + 1).flatMap(({ paths }) => paths);
  }
}

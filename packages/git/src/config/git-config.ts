/** Configuration by key, as in `git config --list`: section and name in lower case, subsections unchanged. */
export class GitConfig {
  readonly #values = new Map<string, string[]>();

  add(key: string, value: string): void {
    const list = this.#values.get(key);
    if (list === undefined) this.#values.set(key, [value]);
    else list.push(value);
  }

  keys(): string[] {
    return [...this.#values.keys()];
  }

  /** The last value wins. */
  get(key: string): string | undefined {
    return this.#values.get(key)?.at(-1);
  }

  flag(key: string, otherwise: boolean): boolean {
    const value = this.get(key)?.toLowerCase();
    return value === undefined ? otherwise : ['true', 'yes', 'on', '1', ''].includes(value);
  }

  /** The subsections of a section that have this key, for example the names of all remotes with a `url`. */
  subsections(section: string, key: string): string[] {
    const [start, end] = [`${section}.`, `.${key}`];
    const keys = this.keys().filter((each) => each.startsWith(start) && each.endsWith(end));
    return keys.map((each) => each.slice(start.length, -end.length)).filter((name) => name !== '');
  }
}

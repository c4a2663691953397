import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import type { StoredObject } from './object.ts';

/** One line of the journal. */
export type Entry =
  | { bucket: string }
  | { removeBucket: string }
  /** Start of a save of the whole stack; see `Store`. */
  | { save: string }
  | { put: StoredObject }
  | { remove: { bucket: string; name: string } };

/** Append-only log of the store's content; entries survive a kill once `append` has returned. */
export class Journal {
  readonly #file: number;

  private constructor(file: number) {
    this.#file = file;
  }

  /** Entries of an earlier process; an incomplete last line is skipped. */
  static *read(path: string): Generator<Entry> {
    if (!existsSync(path)) return;
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const entry = parseEntry(line);
      if (entry) yield entry;
    }
  }

  /** Atomically replaces the journal by these entries. */
  static start(path: string, entries: Iterable<Entry>): Journal {
    const lines = Array.from(entries, (entry) => `${JSON.stringify(entry)}\n`);
    writeFileSync(`${path}.new`, lines.join(''));
    renameSync(`${path}.new`, path);
    return new Journal(openSync(path, 'a'));
  }

  /** Synchronous, so that a check, its entry and the change in memory are one step. */
  append(entry: Entry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}

function parseEntry(line: string): Entry | undefined {
  try {
    return line === '' ? undefined : (JSON.parse(line) as Entry);
  } catch {
    return undefined;
  }
}

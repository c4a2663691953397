import type { Caller } from './caller.ts';
import type { Namespace } from './namespace.ts';
import { isWithin, type Path } from './path.ts';
import { putOf, type Write } from './write.ts';

/** Writes that a client requested for the end of its connection. */
export class OnDisconnect {
  #puts: { path: Path; json: unknown }[] = [];

  /** A later request replaces earlier ones for the same place or below. */
  add(write: Write): void {
    for (const entry of write.entries) {
      this.cancel(entry.path);
      this.#puts.push(entry);
    }
  }

  /** Cancels the requests for this place and below. */
  cancel(path: Path): void {
    this.#puts = this.#puts.filter((put) => !isWithin(put.path, path));
  }

  /** Performs each write; one that the rules no longer allow is skipped. */
  run(namespace: Namespace, caller: Caller): void {
    const puts = this.#puts;
    this.#puts = [];
    for (const { path, json } of puts) attempt(() => namespace.write(putOf(path, json), caller));
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The client is gone: there is nobody to tell.
  }
}

import type { Caller } from './caller.ts';
import type { Namespace } from './namespace.ts';
import { isWithin, type Path } from './path.ts';
import { putOf, type Write } from './write.ts';

/** What a client asked to be written for it when its connection ends. */
export class OnDisconnect {
  #puts: { path: Path; json: unknown }[] = [];

  /** A later request for the same place, or one above, takes the place of an earlier one. */
  add(write: Write): void {
    for (const entry of write.entries) {
      this.cancel(entry.path);
      this.#puts.push(entry);
    }
  }

  /** Forgets what was asked for this place and below. */
  cancel(path: Path): void {
    this.#puts = this.#puts.filter((put) => !isWithin(put.path, path));
  }

  /** Writes each of them; one that the rules refuse by now is left out. */
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

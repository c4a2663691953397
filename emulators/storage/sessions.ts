import { randomUUID } from 'node:crypto';
import type { BlobWriter } from './blob.ts';
import type { Sums } from './integrity.ts';
import type { StoredObject } from './object.ts';
import type { Conditions } from './preconditions.ts';
import type { Draft } from './store.ts';

/** Everything needed to turn bytes into an object. */
export interface Intent {
  draft: Draft;
  conditions: Conditions;
  sums: Sums;
}

/** A resumable upload, kept until some time after its last request. Not persisted. */
export interface Session {
  writer: BlobWriter;
  intent: Intent;
  /** Bytes of the object, if it was said at the start: it takes no more and no fewer. */
  size?: number;
  /** Origin of the page for which it was started: only this one may send the bytes. */
  origin?: string;
  /** The request that is sending bytes now; settles when it is done with the session. */
  sending?: { stop: () => void; done: Promise<void> };
  /** Set once the upload is complete. */
  result?: StoredObject;
}

/** Finished sessions are kept for a while, so that a repeated last request gets the same answer. */
const KEPT = 2000;

export class Sessions {
  readonly #sessions = new Map<string, Session>();

  start(session: Session): string {
    const id = randomUUID();
    this.#sessions.set(id, session);
    if (this.#sessions.size > KEPT) this.#forgetOldestFinished();
    return id;
  }

  find(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  async cancel(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.writer.discard();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((id) => this.cancel(id)));
  }

  #forgetOldestFinished(): void {
    for (const [id, session] of this.#sessions) {
      if (session.result) {
        this.#sessions.delete(id);
        return;
      }
    }
  }
}

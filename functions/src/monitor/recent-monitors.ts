import { LRUCache } from 'lru-cache';
import { noteKeyRevision } from '../common/access/prove-device-key.ts';
import type { Monitor } from '../common/model.ts';
import type { Monitors } from '../common/ports.ts';

/**
 * Milliseconds. A camera sends many frames a second, but a removed person or a deleted monitor must be refused within 5 s
 * (SECURITY.md).
 */
const KEPT = 4_000;
/** Size of the LRU cache, in monitors. */
const MOST = 10_000;

interface Recent {
  monitor: Monitor | null;
  /** Start of its read, and how many reads had started before. */
  began: number;
  order: number;
}

/**
 * Remembers monitors for frames. Every read by this process is remembered, so while the live state follows a camera, its
 * frames read nothing. Only a running monitor is used from memory: a frame that was sent after a start, to whichever
 * process, belongs to the session. A stop at another process is noticed within four seconds; until then frames are
 * late ones of the session, which is counted again after them.
 */
export class RecentMonitors implements Monitors {
  readonly #monitors: Monitors;
  readonly #recent = new LRUCache<string, Recent>({ max: MOST });
  readonly #onRead: (monitor: Monitor) => void;
  #reads = 0;

  /** @param onRead called with each monitor that was read for a frame, if it is the latest */
  constructor(monitors: Monitors, onRead: (monitor: Monitor) => void) {
    this.#monitors = monitors;
    this.#onRead = onRead;
  }

  async find(id: string): Promise<Monitor | null> {
    const began = Date.now();
    const order = this.#reads++;
    const monitor = await this.#monitors.find(id);
    // A slow read must not replace what a later one has found.
    if (order >= (this.#recent.get(id)?.order ?? 0)) {
      this.#recent.set(id, { monitor, began, order });
      noteKeyRevision(id, monitor?.keyRevision ?? 0);
    }
    return monitor;
  }

  /** For frames. */
  async recent(id: string): Promise<Monitor | null> {
    const known = this.#recent.get(id);
    if (known?.monitor && known.monitor.session !== '' && Date.now() - known.began < KEPT)
      return known.monitor;
    const monitor = await this.find(id);
    // Not one that a later read has overtaken.
    if (monitor && this.#recent.get(id)?.monitor === monitor) this.#onRead(monitor);
    return monitor;
  }

  running(): AsyncIterable<string> {
    return this.#monitors.running();
  }
}

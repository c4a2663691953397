import { LRUCache } from 'lru-cache';
import { monitors as stored } from '../common/adapters/firestore/records/monitors.ts';
import type { Monitor } from '../common/model.ts';

/**
 * Milliseconds. A camera sends many frames a second, but a removed person or a deleted monitor must be refused within 5 s
 * (SECURITY.md).
 */
const KEPT = 4_000;
/** Size of the LRU cache, in monitors. */
const MOST = 10_000;

interface Cached {
  monitor: Monitor | null;
  /** Start of its read, and how many reads had started before. */
  began: number;
  order: number;
}

/**
 * Monitors for frames. Every read by this process is cached, so while the live state follows a camera, its frames read
 * nothing. Only a running monitor is taken from the cache: a frame that was sent after a start, to whichever process,
 * belongs to the session. A stop by another process is noticed within four seconds; until then frames are late ones of the
 * session, which is counted again after them.
 */
export class MonitorCache {
  readonly #cached = new LRUCache<string, Cached>({ max: MOST });
  #reads = 0;

  async find(id: string): Promise<Monitor | null> {
    return (await this.recall(id)).monitor;
  }

  /** `isRead`: by this call, and no later read has overtaken it. */
  async recall(id: string): Promise<{ monitor: Monitor | null; isRead: boolean }> {
    const cached = this.#cached.get(id);
    if (cached?.monitor && cached.monitor.session !== '' && Date.now() - cached.began < KEPT)
      return { monitor: cached.monitor, isRead: false };
    const monitor = await this.read(id);
    return { monitor, isRead: this.#cached.get(id)?.monitor === monitor };
  }

  /** For everything else. */
  async read(id: string): Promise<Monitor | null> {
    const began = Date.now();
    const order = this.#reads++;
    const monitor = await stored.find(id);
    // A slow read must not replace what a later one has found.
    if (order >= (this.#cached.get(id)?.order ?? 0)) this.#cached.set(id, { monitor, began, order });
    return monitor;
  }
}

export const monitorCache = new MonitorCache();

/** As stored; each read is cached for frames. */
export const monitors = { ...stored, find: (id: string) => monitorCache.read(id) };

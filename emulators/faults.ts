/**
 * Faults on demand for the embedded servers (Realtime Database, Storage, Vision): through the loopback control route
 * `/__faults`, tests make a server slow, reset connections, return errors or wrong answers.
 *
 *   PUT /__faults     JSON array of Fault: replaces all
 *   GET /__faults     the current list
 *   DELETE /__faults  removes all
 */

export interface Fault {
  /** Regular expression on the request's path and query; for WebSocket frames on the database path. */
  path: string;
  /** HTTP method, or `WS` for WebSocket frames; by default all. */
  method?: string;
  /** Milliseconds to wait before anything else. */
  latency?: number;
  /** Answer this status with `body`. */
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Resets the connection: `before` any work, or `after` the work but before its answer. */
  reset?: 'before' | 'after';
  /** Never answer. */
  hang?: boolean;
  /** Number of requests that it affects; by default all. */
  times?: number;
}

/** The faults of one server, and a count of requests by method and path. */
export class Faults {
  #list: Fault[] = [];

  set(list: readonly Fault[]): void {
    this.#list = list.map((fault) => ({ ...fault }));
  }

  list(): readonly Fault[] {
    return this.#list;
  }

  /** The first fault that matches; `times` is counted down. */
  take(method: string, path: string): Fault | undefined {
    const fault = this.#list.find(
      (each) => (each.method === undefined || each.method === method) && new RegExp(each.path).test(path),
    );
    if (fault?.times !== undefined) {
      fault.times -= 1;
      if (fault.times <= 0) this.#list = this.#list.filter((each) => each !== fault);
    }
    return fault;
  }
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Faults on demand for the embedded servers (Realtime Database, Storage, Vision): tests tell a server through
 * its loopback control route `/__faults` to be slow, to break off, to refuse or to answer wrongly.
 *
 *   PUT /__faults     JSON array of Fault: replaces all
 *   GET /__faults     what stands now
 *   DELETE /__faults  heals everything
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Fault {
  /** Regular expression on the request's path and query; for WebSocket frames, on the database path. */
  path: string;
  /** HTTP method, or `WS` for WebSocket frames; absent means all. */
  method?: string;
  /** Milliseconds to wait before anything else happens. */
  latency?: number;
  /** Answer this status with `body`. */
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Break the connection: `before` anything is done, or `after` the work was done but before its answer. */
  reset?: 'before' | 'after';
  /** Never answer. */
  hang?: boolean;
  /** How many requests it hits before it is gone; absent means all. */
  times?: number;
}

export const FAULTS_PATH = '/__faults';

/** The faults of one server, and how often each request method and path was seen. */
export class Faults {
  #list: Fault[] = [];

  set(list: readonly Fault[]): void {
    this.#list = list.map((fault) => ({ ...fault }));
  }

  list(): readonly Fault[] {
    return this.#list;
  }

  /** The first fault that fits; one with `times` is used up. */
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

/**
 * Answers the control route and plays the fault that fits this request.
 * @returns `answered`: leave the request alone; `reset-after`: do the work, then call `response.destroy()`
 *   instead of answering; `go`: nothing special.
 */
export async function meetFaults(
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<'answered' | 'reset-after' | 'go'> {
  const path = request.url ?? '/';
  if (path === FAULTS_PATH) {
    await answerControl(faults, request, response);
    return 'answered';
  }
  const fault = faults.take(request.method ?? 'GET', path);
  if (!fault) return 'go';
  if (fault.latency) await sleep(fault.latency);
  if (fault.hang) return 'answered';
  if (fault.reset === 'before') {
    request.socket.destroy();
    return 'answered';
  }
  if (fault.status !== undefined) {
    request.resume();
    response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
    response.end(typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body ?? {}));
    return 'answered';
  }
  return fault.reset === 'after' ? 'reset-after' : 'go';
}

async function answerControl(faults: Faults, request: IncomingMessage, response: ServerResponse) {
  if (request.method === 'DELETE') faults.set([]);
  if (request.method === 'PUT') {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    faults.set(JSON.parse(Buffer.concat(chunks).toString()) as Fault[]);
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(faults.list()));
}

/** Counts what pages read from Firestore, on the way between the web SDK (HTTP) and the emulator. */
import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReadTap {
  /** `127.0.0.1:port` */
  address: string;
  /** Documents that were sent to pages, and one for each query and each count: it costs that even where it finds nothing. */
  take(): number;
  /** Queries and documents that pages listen to just now. */
  listeners(): number;
  /** To be called after all pages were left: a page that is closed ends its listeners without a request. */
  forgetListeners(): void;
  close(): Promise<void>;
}

/** What stands in a request or an answer, and how often. */
class Counter {
  readonly #word: string;
  #rest = '';
  count = 0;

  constructor(word: string) {
    this.#word = word;
  }

  see(text: string): void {
    const seen = this.#rest + text;
    this.count += seen.split(this.#word).length - 1;
    // A word may be cut where a piece ends.
    this.#rest = seen.slice(-(this.#word.length - 1));
  }
}

/** @param target `host:port` of the emulator, asked at each request */
export async function startReadTap(target: () => string): Promise<ReadTap> {
  const agent = new Agent({ keepAlive: true });
  let reads = 0;
  let listening = 0;
  const server = createServer((request, response) => {
    const [host, port] = target().split(':');
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const { method, url: path } = request;
    const upstream = ask({ host, port, method, path, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      watch(answer, 'documentChange"', (count) => {
        reads += count;
      });
      answer.pipe(response);
    });
    watchRequest(request, (added, removed) => {
      reads += added;
      listening += added - removed;
    });
    if (path?.includes(':runAggregationQuery')) reads += 1;
    upstream.on('error', () => response.destroy());
    response.on('close', () => endIfCut(response, upstream));
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = reads;
      reads = 0;
      return taken;
    },
    listeners: () => listening,
    forgetListeners() {
      listening = 0;
    },
    close: async () => {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function watch(stream: IncomingMessage, word: string, onCount: (more: number) => void): void {
  const counter = new Counter(word);
  stream.on('data', (chunk: Buffer) => {
    const before = counter.count;
    counter.see(chunk.toString('latin1'));
    if (counter.count > before) onCount(counter.count - before);
  });
}

/** Bodies are forms; their values are JSON with percent signs. */
function watchRequest(request: IncomingMessage, onChange: (added: number, removed: number) => void): void {
  watch(request, 'addTarget%22', (count) => onChange(count, 0));
  watch(request, 'removeTarget%22', (count) => onChange(0, count));
}

function endIfCut(response: ServerResponse, upstream: { destroy(): void }): void {
  if (!response.writableFinished) upstream.destroy();
}

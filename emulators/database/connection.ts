import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import { type Fault, type Faults, sleep } from '../faults.ts';
import { logUnexpected } from '../http/local-server.ts';
import { type Answer, answer, type Client, OK, type Request } from './actions.ts';
import { ANYONE, type Caller, requireFresh } from './caller.ts';
import { DatabaseError } from './database-error.ts';
import { FrameJoiner, splitMessage } from './frames.ts';
import type { Namespace } from './namespace.ts';
import { OnDisconnect } from './on-disconnect.ts';

/** Protocol version, requested by clients in `/.ws?v=5`. */
const VERSION = '5';
/** WebSocket close codes: protocol error, and message too big. */
const BAD_MESSAGE = 1002;
const TOO_BIG = 1009;

/**
 * One client's WebSocket. Envelopes: `{t: 'c', d: {t, d}}` for control, `{t: 'd', d: {r, a, b}}` for requests,
 * answered by `{r, b: {s, d}}`; pushed updates are `{a, b}`. Requests are answered in the order of arrival.
 */
export class Connection implements Client {
  readonly namespace: Namespace;
  readonly onDisconnect = new OnDisconnect();
  readonly listens = new Map<string, () => void>();
  readonly #socket: WebSocket;
  readonly #faults: Faults;
  readonly #joiner = new FrameJoiner();
  #caller: Caller = ANYONE;
  #turn: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(socket: WebSocket, namespace: Namespace, faults: Faults) {
    this.#socket = socket;
    this.namespace = namespace;
    this.#faults = faults;
    socket.on('message', (data) => this.#receive(String(data)));
    socket.on('close', () => this.#end());
    // The library closes a broken socket; `close` follows.
    socket.on('error', () => undefined);
  }

  /** @param host `name:port` by which the client connected; it reconnects there. */
  greet(host: string): void {
    const hello = { ts: Date.now(), v: VERSION, h: host, s: randomBytes(16).toString('hex') };
    this.#send({ t: 'c', d: { t: 'h', d: hello } });
  }

  /** The current caller. An expired credential is removed, and the client is told to renew it. */
  get caller(): Caller {
    try {
      requireFresh(this.#caller);
    } catch (error) {
      this.#caller = ANYONE;
      this.push('ac', { s: 'expired_token', d: (error as DatabaseError).message });
    }
    return this.#caller;
  }

  set caller(caller: Caller) {
    this.#caller = caller;
    this.namespace.dropUnreadable();
  }

  push(action: string, body: unknown): void {
    this.#send({ t: 'd', d: { a: action, b: body } });
  }

  #send(envelope: unknown): void {
    if (this.#closed) return;
    for (const frame of splitMessage(JSON.stringify(envelope))) this.#socket.send(frame);
  }

  #receive(frame: string): void {
    try {
      const text = this.#joiner.push(frame);
      if (text !== undefined) this.#take(JSON.parse(text));
    } catch (error) {
      this.#socket.close(error instanceof DatabaseError ? TOO_BIG : BAD_MESSAGE);
    }
  }

  #take({ t, d }: { t?: unknown; d?: (Request & { t?: unknown }) | null }): void {
    if (t === 'c' && d?.t === 'p') this.#send({ t: 'c', d: { t: 'o', d: {} } });
    if (t === 'd' && d) this.#turn = this.#turn.then(() => this.#meet(d)).catch((error) => this.#fail(error));
  }

  #fail(error: unknown): void {
    logUnexpected('Realtime Database: WebSocket', error);
    this.#socket.terminate();
  }

  async #meet(request: Request): Promise<void> {
    const path = (request.b as { p?: unknown } | null | undefined)?.p;
    const fault = typeof path === 'string' ? this.#faults.take('WS', path) : undefined;
    if (fault?.latency) await sleep(fault.latency);
    if (this.#closed || fault?.hang) return;
    if (fault?.reset === 'before') return this.#socket.terminate();
    const result = fault?.status === undefined ? answer(this, request) : answerOfFault(fault);
    if (fault?.reset === 'after') return this.#socket.terminate();
    this.#send({ t: 'd', d: { r: request.r, b: result } });
  }

  #end(): void {
    this.#closed = true;
    for (const unlisten of this.listens.values()) unlisten();
    this.listens.clear();
    this.onDisconnect.run(this.namespace, this.#caller);
  }
}

/** Status words that clients know, by the HTTP status of a test's fault. */
const FAULT_WORDS = new Map([
  [200, OK],
  [401, 'permission_denied'],
  [403, 'permission_denied'],
  [412, 'datastale'],
]);

function answerOfFault({ status = 503, body }: Fault): Answer {
  return { s: FAULT_WORDS.get(status) ?? 'unavailable', d: body ?? 'Fault on demand' };
}

import { once } from 'node:events';
import { WebSocket } from 'ws';
import { until } from './stage.ts';

/** A plain WebSocket client, for messages that the official clients never send. */
export class Wire {
  readonly socket: WebSocket;
  /** Messages as received, before joining. */
  readonly frames: string[] = [];
  #requests = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.frames.push(String(data)));
  }

  static async open(host: string, namespace: string, options: { autoPong?: boolean } = {}): Promise<Wire> {
    const wire = new Wire(new WebSocket(`ws://${host}/.ws?v=5&ns=${namespace}`, options));
    await once(wire.socket, 'open');
    await until(() => wire.frames.length > 0);
    return wire;
  }

  /** Sends a request in `pieces` parts and returns the body of its answer, which must come in one frame. */
  async ask(action: string, body: unknown, pieces = 1): Promise<{ s: string; d: unknown }> {
    this.#requests += 1;
    const number = this.#requests;
    this.#send(JSON.stringify({ t: 'd', d: { r: number, a: action, b: body } }), pieces);
    const find = () =>
      this.frames.map((frame) => JSON.parse(frame)).find((message) => message.d?.r === number);
    await until(() => find() !== undefined);
    return find().d.b;
  }

  #send(text: string, pieces: number): void {
    const size = Math.ceil(text.length / pieces);
    if (pieces > 1) this.socket.send(String(pieces));
    for (let at = 0; at < text.length; at += size) this.socket.send(text.slice(at, at + size));
  }
}

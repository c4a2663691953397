/** What one piece of work and its process say to each other, and the ports that it may use. */
import type { Ended, IsolatedProcess } from './isolated-process.ts';
import { AHEAD, type FromChild, type FromParent, type Port, type PortFault, type Ports } from './protocol.ts';

type End = Extract<FromChild, { kind: 'done' | 'failed' }> | Ended;

interface OpenStream {
  /** Items that may still be sent. */
  credit: number;
  isClosed: boolean;
  wake: () => void;
}

export class Channel {
  readonly #process: IsolatedProcess;
  readonly #ports: Readonly<Record<string, Port>>;
  readonly #within: <T>(work: () => T) => T;
  readonly #streams = new Map<number, OpenStream>();
  /** What ports threw, by the number under which the process knows it. */
  readonly #thrown = new Map<number, unknown>();
  #stop: () => void = () => {};

  constructor(process: IsolatedProcess, ports: Ports<unknown>, within: <T>(work: () => T) => T) {
    this.#process = process;
    this.#ports = ports as Record<string, Port>;
    this.#within = within;
  }

  /** How the work ends. */
  run(start: FromParent): Promise<End> {
    return new Promise((resolve) => {
      this.#stop = this.#process.listen((message) => {
        if (message.kind === 'done' || message.kind === 'failed') resolve(message);
        else this.#within(() => this.#answer(message));
      });
      void this.#process.ended.then(resolve);
      this.#process.send(start);
    });
  }

  /** Ends the streams that the work has left open. */
  close(): void {
    this.#stop();
    for (const stream of this.#streams.values()) {
      stream.isClosed = true;
      stream.wake();
    }
  }

  thrown(number: number): unknown {
    return this.#thrown.get(number);
  }

  #answer(message: Exclude<FromChild, { kind: 'done' | 'failed' }>): void {
    if (message.kind === 'call') void this.#call(message.id, message.port, message.args);
    else if (message.kind === 'open') void this.#pour(message.id, message.port, message.args);
    else {
      const stream = this.#streams.get(message.id);
      if (!stream) return;
      if (message.kind === 'more') stream.credit += 1;
      else stream.isClosed = true;
      stream.wake();
    }
  }

  #port(name: string): Port {
    const port = this.#ports[name];
    if (!port) throw new Error(`isolated work asks for a port that it has not: ${name}`);
    return port;
  }

  async #call(id: number, port: string, args: readonly unknown[]): Promise<void> {
    try {
      const value = await this.#port(port)(...(args as never[]));
      this.#process.send({ kind: 'value', id, value });
    } catch (error) {
      this.#process.send({ kind: 'fault', id, fault: this.#faultOf(error) });
    }
  }

  async #pour(id: number, port: string, args: readonly unknown[]): Promise<void> {
    const stream: OpenStream = { credit: AHEAD, isClosed: false, wake: () => {} };
    this.#streams.set(id, stream);
    try {
      for await (const item of this.#port(port)(...(args as never[])) as AsyncIterable<unknown>) {
        while (stream.credit === 0 && !stream.isClosed)
          await new Promise<void>((resolve) => {
            stream.wake = resolve;
          });
        if (stream.isClosed) return;
        stream.credit -= 1;
        this.#process.send({ kind: 'item', id, item });
      }
      this.#process.send({ kind: 'end', id });
    } catch (error) {
      this.#process.send({ kind: 'fault', id, fault: this.#faultOf(error) });
    } finally {
      this.#streams.delete(id);
    }
  }

  #faultOf(error: unknown): PortFault {
    const number = this.#thrown.size;
    this.#thrown.set(number, error);
    const { message, code, status } = error as { message?: string; code?: unknown; status?: unknown };
    const known = code ?? status;
    const isCode = typeof known === 'string' || typeof known === 'number';
    return { number, message: String(message), ...(isCode && { code: known }) };
  }
}

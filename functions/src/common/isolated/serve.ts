/** The side of an isolated process: it does one piece of work at a time, and asks its parent for all that is outside. */
import { isMainThread, Worker } from 'node:worker_threads';
import { HttpError } from '../errors.ts';
import { describeError } from '../log.ts';
import type { Failure, FromChild, FromParent, PortFault } from './protocol.ts';
import { type Watched, watch } from './watchdog.ts';

type Item<Result> = Result extends AsyncIterable<infer Each> ? Each : never;
type Arguments<Each> = Each extends (...args: infer All) => unknown ? All : never;
type Result<Each> = Each extends (...args: never[]) => infer Given ? Given : never;

/** The ports that the parent has opened for a piece of work. */
export interface Remote<P> {
  call<Name extends keyof P & string>(
    name: Name,
    ...args: Arguments<P[Name]>
  ): Promise<Awaited<Result<P[Name]>>>;
  stream<Name extends keyof P & string>(
    name: Name,
    ...args: Arguments<P[Name]>
  ): AsyncGenerator<Item<Result<P[Name]>>>;
}

/** Input and output must be plain data. */
export type Work<Input, Output, P> = (input: Input, ports: Remote<P>) => Promise<Output>;
type AnyWork = (input: never, ports: Remote<never>) => Promise<unknown>;

/** Parts of the type of a piece of work. */
export type InputOf<Each> = Each extends (input: infer Input, ports: never) => unknown ? Input : never;
export type OutputOf<Each> = Each extends AnyWork ? Awaited<ReturnType<Each>> : never;
export type PortsOf<Each> = Each extends (input: never, ports: Remote<infer P>) => unknown ? P : never;

/** What a port of the parent threw, with its code. */
class RemoteFault extends Error {
  readonly number: number;
  readonly code: string | number | undefined;

  constructor({ number, message, code }: PortFault) {
    super(message);
    this.number = number;
    this.code = code;
  }
}

/** An answer, or a stream, that is waited for. */
interface Waiting {
  take(message: Exclude<FromParent, { kind: 'start' }>): void;
}

const waiting = new Map<number, Waiting>();
let last = 0;

const send = (message: FromChild): void => {
  process.send?.(message);
};

function call(port: string, args: readonly unknown[]): Promise<unknown> {
  const id = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(id, {
      take(message) {
        waiting.delete(id);
        if (message.kind === 'fault') reject(new RemoteFault(message.fault));
        else resolve(message.kind === 'value' ? message.value : undefined);
      },
    });
    send({ kind: 'call', id, port, args });
  });
}

async function* stream(port: string, args: readonly unknown[]): AsyncGenerator<unknown> {
  const id = ++last;
  const arrived: Exclude<FromParent, { kind: 'start' }>[] = [];
  let wake = () => {};
  waiting.set(id, {
    take(message) {
      arrived.push(message);
      wake();
    },
  });
  send({ kind: 'open', id, port, args });
  try {
    for (;;) {
      const message = arrived.shift();
      if (!message) await new Promise<void>((resolve) => (wake = resolve));
      else if (message.kind === 'fault') throw new RemoteFault(message.fault);
      else if (message.kind === 'item') {
        send({ kind: 'more', id });
        yield message.item;
      } else return;
    }
  } finally {
    waiting.delete(id);
    send({ kind: 'close', id });
  }
}

const remote: Remote<Record<string, never>> = {
  call: (port: string, ...args: readonly unknown[]) => call(port, args) as Promise<never>,
  stream: (port: string, ...args: readonly unknown[]) => stream(port, args) as AsyncGenerator<never>,
};

/** @param works the pieces of work by name, each loaded when it is first asked for */
export function serveIsolated(works: Readonly<Record<string, () => Promise<AnyWork>>>): void {
  if (!isMainThread) {
    watch();
    return;
  }
  const watchdog = new Worker(process.argv[1] as string, {
    workerData: { parent: process.ppid } satisfies Watched,
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
  process.on('disconnect', () => process.exit());
  process.on('message', (message: FromParent) => {
    if (message.kind !== 'start') {
      waiting.get(message.id)?.take(message);
      return;
    }
    watchdog.postMessage(message.budget);
    const run = async () => {
      const work = await works[message.work]?.();
      if (!work) throw new Error(`no such work: ${message.work}`);
      return work(message.input as never, remote as Remote<never>);
    };
    run().then(
      (output) => {
        watchdog.postMessage(null);
        send({ kind: 'done', output, megabytes: process.memoryUsage.rss() / 1e6 });
      },
      (error: unknown) => send({ kind: 'failed', failure: failureOf(error) }),
    );
  });
}

function failureOf(error: unknown): Failure {
  if (error instanceof RemoteFault) return { kind: 'port', number: error.number };
  if (!(error instanceof HttpError)) return { kind: 'other', text: describeError(error) };
  const { code, particulars, cause } = error;
  return { kind: 'http', code, particulars, cause: cause === undefined ? '' : describeError(cause) };
}

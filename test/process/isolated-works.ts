/** Pieces of work of `isolated.test.ts`, in a process of their own. */
import { type Remote, serveIsolated } from '../../functions/src/common/isolated/serve.ts';

export interface TestPorts {
  note(text: string): Promise<string>;
  numbers(count: number): AsyncIterable<number>;
  fail(): Promise<never>;
}

/** Computes for ever, in one call. */
export async function spin({ tell }: { tell: string }, ports: Remote<TestPorts>): Promise<number> {
  await ports.call('note', `${tell} ${process.pid}`);
  for (let at = 0; ; at += 1) if (at < 0) return at;
}

/** Takes memory that is not of the heap, for ever. */
export async function swell(_: null, _ports: Remote<TestPorts>): Promise<number> {
  const kept: Buffer[] = [];
  for (;;) kept.push(Buffer.alloc(1_000_000, 1));
}

/** One very large value, as of a hostile file: the heap is full before any budget of time is. */
export async function fill(_: null, _ports: Remote<TestPorts>): Promise<number> {
  const kept: object[] = [];
  for (;;) kept.push({ at: kept.length });
}

export async function sum({ count }: { count: number }, ports: Remote<TestPorts>): Promise<number> {
  let total = 0;
  for await (const each of ports.stream('numbers', count)) total += each;
  return total;
}

export async function firstOf({ count }: { count: number }, ports: Remote<TestPorts>): Promise<number> {
  for await (const each of ports.stream('numbers', count)) return each;
  return -1;
}

export async function failing(_: null, ports: Remote<TestPorts>): Promise<never> {
  return ports.call('fail');
}

export async function echo({ bytes }: { bytes: Buffer }, _: Remote<TestPorts>) {
  return { isBuffer: Buffer.isBuffer(bytes), text: bytes.toString(), secret: process.env.SIGHTLINE_SECRET };
}

serveIsolated({
  spin: async () => spin,
  swell: async () => swell,
  fill: async () => fill,
  sum: async () => sum,
  firstOf: async () => firstOf,
  failing: async () => failing,
  echo: async () => echo,
});

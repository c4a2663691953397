/** Ports of the local stack, all on 127.0.0.1 (Contract 1). */
import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const HOST = '127.0.0.1';

/** The fixed ports (Contract 1); firebase.json repeats them. */
export const PORTS = {
  functions: 5001,
  auth: 9099,
  firestore: 8080,
  database: 9000,
  storage: 9199,
  vision: 9299,
  git: 9418,
  hosting: 5000,
} as const;

export type StackPorts = Record<keyof typeof PORTS, number>;

/** Eight consecutive ports from `first`, in the order of `PORTS`. */
export function portsFrom(first: number): StackPorts {
  const names = Object.keys(PORTS) as (keyof StackPorts)[];
  return Object.fromEntries(names.map((name, index) => [name, first + index])) as StackPorts;
}

/** All ports of the stack whose git remote uses this one. */
export const portsBeside = (git: number): StackPorts =>
  git === PORTS.git ? PORTS : portsFrom(git - Object.keys(PORTS).indexOf('git'));

/**
 * Below the ports that systems use for outgoing connections (Linux: from 32768). One of those may be taken between the
 * check and the moment a slow program listens on it (seen with Java). For the same reason programs that start stacks side by
 * side choose from shares of their own, `FREE_PORTS=<first>-<last>`.
 */
const CHOICE = '10240-32767';

const given = new Set<number>();

/** These ports are promised to servers that do not listen yet: `freePort` does not hand them out. */
export function reserve(ports: StackPorts): void {
  for (const port of Object.values(ports)) given.add(port);
}

/** A free port that this process has neither handed out nor reserved before. */
export async function freePort(): Promise<number> {
  const [first, last] = (process.env.FREE_PORTS ?? CHOICE).split('-').map(Number) as [number, number];
  for (;;) {
    const port = randomInt(first, last + 1);
    if (given.has(port)) continue;
    // Before it is known to be free: others choose meanwhile.
    given.add(port);
    if (await isFree(port)) return port;
    given.delete(port);
  }
}

/** Whether this process can listen on the port now. */
export function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, HOST, () => server.close(() => resolve(true)));
  });
}

/** Whether anything accepts connections on the port. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST);
    const answer = (yes: boolean) => {
      socket.destroy();
      resolve(yes);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

/** Checks every 25 ms until `isReady` returns true. @returns false after `milliseconds` */
export async function waitUntil(
  isReady: () => Promise<boolean> | boolean,
  milliseconds: number,
): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (!(await isReady())) {
    if (Date.now() > end) return false;
    await sleep(25);
  }
  return true;
}

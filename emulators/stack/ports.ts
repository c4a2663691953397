/** Ports of the local stack. Contract 1: all of them on 127.0.0.1 only. */
import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const HOST = '127.0.0.1';

/** The fixed ports of the local stack (Contract 1); firebase.json repeats them. */
export const PORTS = {
  functions: 5001,
  auth: 9099,
  firestore: 8080,
  database: 9000,
  storage: 9199,
  vision: 9299,
  git: 9418,
} as const;

export type StackPorts = Record<keyof typeof PORTS, number>;

/** Seven ports in a row from `first`, in the order of `PORTS`. */
export function portsFrom(first: number): StackPorts {
  const names = Object.keys(PORTS) as (keyof StackPorts)[];
  return Object.fromEntries(names.map((name, index) => [name, first + index])) as StackPorts;
}

/**
 * Below the ports that systems give to connections going out (Linux from 32768 on): one of those may be taken between the
 * moment in which a port is found free and that in which a slow program listens on it (seen with Java).
 */
const CHOICE = { from: 10_240, to: 32_767 };

const given = new Set<number>();

/** A port that was free a moment ago, and that this process has not given away before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(CHOICE.from, CHOICE.to + 1);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

/** Whether this process could listen on the port now. */
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

/** Asks again every 25 ms until `isReady` says yes. @returns false when `milliseconds` went by first */
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

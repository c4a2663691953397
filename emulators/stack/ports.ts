/** Ports of the local stack. Contract 1: all of them on 127.0.0.1 only. */
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

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, HOST, resolve);
  });
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
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

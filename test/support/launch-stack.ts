/** `npm start` as a process of its own, on free ports and with a state folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isFree, portsFrom, type StackPorts, waitUntil } from '../../emulators/stack/ports.ts';

const LAUNCHER = join(import.meta.dirname, '../../emulators/start.ts');
/** The launcher is ready in a few seconds; a busy machine may take longer. Milliseconds. */
const PATIENCE = 50_000;

export interface Launched {
  process: ChildProcess;
  output(): string;
  ready: Promise<boolean>;
  /** Exit code. */
  ended: Promise<number | null>;
}

/** Seven free ports in a row, below those that the system gives to connections. */
export async function findPorts(): Promise<StackPorts> {
  const candidate = portsFrom(20_000 + Math.floor(Math.random() * 1_000) * 10);
  const isEachFree = await Promise.all(Object.values(candidate).map(isFree));
  return isEachFree.every(Boolean) ? candidate : findPorts();
}

export function launchStack(ports: StackPorts, state: string, ...options: string[]): Launched {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const where = [`--ports-from=${ports.functions}`, `--state=${state}`];
  const child = spawn(process.execPath, [LAUNCHER, ...where, ...options], { env });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const isDecided = () => /Ready in/.test(text) || child.exitCode !== null;
  const ready = waitUntil(isDecided, PATIENCE).then(() => /Ready in/.test(text));
  return { process: child, output: () => text, ready, ended };
}

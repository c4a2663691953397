/** Runs `npm start` as its own process, with free ports and its own state folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { join } from 'node:path';
import { OUTPUT } from '../../emulators/stack/child.ts';
import {
  freePort,
  isFree,
  portsFrom,
  reserve,
  type StackPorts,
  waitUntil,
} from '../../emulators/stack/ports.ts';
import { BOOT } from './limits.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The launcher's last line before it waits for Ctrl-C. The lines before it may come in several pieces. */
const LAST_LINE = /Ready in[\s\S]*All data is kept in[\s\S]*\n/;

export interface Launched {
  process: ChildProcess;
  output(): string;
  /** @throws its output if it ends before it is ready, or takes too long */
  untilReady(): Promise<void>;
  /** Exit code. */
  ended: Promise<number | null>;
}

/** Eight consecutive free ports. */
export async function findPorts(): Promise<StackPorts> {
  const candidate = portsFrom(await freePort());
  const isEachFree = await Promise.all(Object.values(candidate).map(isFree));
  if (!isEachFree.every(Boolean)) return findPorts();
  reserve(candidate);
  return candidate;
}

export const launchStack = (ports: StackPorts, state: string, ...options: string[]): Launched =>
  launchFrom(ROOT, ports, state, ...options);

/** @param root folder of the project */
export function launchFrom(root: string, ports: StackPorts, state: string, ...options: string[]): Launched {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const where = [`--ports-from=${ports.functions}`, `--state=${state}`];
  const child = spawn(process.execPath, [join(root, 'emulators/start.ts'), ...where, ...options], { env });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk;
      channel(OUTPUT).publish(String(chunk).trimEnd());
    });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const isReady = () => LAST_LINE.test(text);
  const untilReady = async () => {
    await waitUntil(() => isReady() || child.exitCode !== null, BOOT);
    if (!isReady()) throw new Error(`The stack did not start (exit code ${child.exitCode}):\n${text}`);
  };
  return { process: child, output: () => text, untilReady, ended };
}

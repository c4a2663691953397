/** The local stack with proxies in front of Firestore and the Realtime Database, and Storage's own counts of operations. */
import { randomBytes } from 'node:crypto';
import { databaseNamespace } from '../../../emulators/stack/environment.ts';
import { type FunctionName, type RunningFunction, startFunction } from '../../../emulators/stack/function.ts';
import { startTestStack, type TestStack } from '../../support/stack.ts';
import { startByteTap } from './byte-tap.ts';
import type { FirestoreBill } from './firestore-bill.ts';
import { startFirestoreTap } from './firestore-tap.ts';
import { type LogBytes, logBytesOf } from './log-bytes.ts';

/** Approximate latency within a region, in milliseconds; it determines what overlaps and what is batched. */
export const LATENCY = { firestore: 10, storage: 50 };

export interface Bill {
  firestore: FirestoreBill;
  /** Operations by the classes of Storage's price list; deletions are free. */
  storage: { classA: number; classB: number; free: number };
  /** Bytes to and from the Realtime Database. */
  database: { up: number; down: number };
  log: LogBytes;
}

export interface CostStage {
  stack: TestStack;
  instances: RunningFunction[];
  /** Delays answers by the latency of a region, or not at all. */
  hold(isHeld: boolean): void;
  take(): Promise<Bill>;
  close(): Promise<void>;
}

interface StageOptions {
  functions: FunctionName[];
  /** Number of processes of the first function. */
  instances?: number;
  /** Factor by which their clocks are slowed. */
  slow?: number;
  env?: Record<string, string>;
}

export async function openCostStage(options: StageOptions): Promise<CostStage> {
  const { functions, instances = 1, slow = 1 } = options;
  const projectId = `demo-b-${randomBytes(6).toString('hex')}`;
  let stack: TestStack | undefined;
  const tap = await startFirestoreTap(() => (stack as TestStack).addresses.firestore);
  const bytes = await startByteTap(() => (stack as TestStack).addresses.database);
  const env = { ...tapped(projectId, tap.address, bytes.address), ...slowed(slow), ...options.env };
  const lines: string[] = [];
  const onLine = (line: string) => void lines.push(line);
  stack = await startTestStack({ functions, projectId, env, onLog: (_, line) => onLine(line) });
  const [name] = functions as [FunctionName];
  const first = stack.functions[name] as RunningFunction;
  const more = await Promise.all(
    Array.from({ length: instances - 1 }, () => startFunction({ name, env: { ...first.env }, onLine })),
  );
  const { faults, addresses } = stack;
  const hold = (isHeld: boolean): void => {
    tap.latency = isHeld ? LATENCY.firestore * slow : 0;
    faults.storage.set(isHeld ? [{ path: '.', latency: LATENCY.storage * slow }] : []);
  };
  const take = async () => ({
    firestore: tap.take(),
    storage: await takeOperations(addresses.storage),
    database: bytes.take(),
    log: logBytesOf(lines.splice(0)),
  });
  const close = async () => {
    await Promise.all(more.map((each) => each.close()));
    await stack.close();
    await Promise.all([tap.close(), bytes.close()]);
  };
  return { stack, instances: [first, ...more], hold, take, close };
}

function tapped(projectId: string, firestore: string, database: string): Record<string, string> {
  const databaseURL = `http://${database}?ns=${databaseNamespace(projectId)}`;
  const storageBucket = `${projectId}.firebasestorage.app`;
  return {
    FIRESTORE_EMULATOR_HOST: firestore,
    FIREBASE_DATABASE_EMULATOR_HOST: database,
    FIREBASE_CONFIG: JSON.stringify({ projectId, databaseURL, storageBucket }),
  };
}

function slowed(slow: number): Record<string, string> {
  if (slow === 1) return {};
  const clock = new URL('./slow-clock.mjs', import.meta.url).href;
  return { NODE_OPTIONS: `--import=${clock}`, SLOW_CLOCK: String(slow), SLOW_CLOCK_FROM: String(Date.now()) };
}

const CLASS_A = new Set([
  'insert',
  'resume',
  'patch',
  'rewrite',
  'copy',
  'move',
  'compose',
  'list',
  'listBuckets',
]);
const FREE = new Set(['delete', 'cancel']);

async function takeOperations(address: string): Promise<Bill['storage']> {
  const url = `http://${address}/__operations`;
  const counts = (await (await fetch(url)).json()) as Record<string, number>;
  await (await fetch(url, { method: 'DELETE' })).arrayBuffer();
  const sum = (fits: (name: string) => boolean) =>
    Object.entries(counts).reduce((total, [name, count]) => total + (fits(name) ? count : 0), 0);
  return {
    classA: sum((name) => CLASS_A.has(name)),
    classB: sum((name) => !CLASS_A.has(name) && !FREE.has(name)),
    free: sum((name) => FREE.has(name)),
  };
}

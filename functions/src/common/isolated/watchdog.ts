/**
 * The thread that ends an isolated process once its budget is spent, or its parent is gone. The main thread cannot do that: it may
 * be in one call for minutes. SIGKILL ends all threads at once.
 */
import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type Budget, VERDICT } from './protocol.ts';

/** Milliseconds between two looks: a process takes less than 100 MB in them. */
const LOOK = 25;

export interface Watched {
  /** Process id. */
  parent: number;
}

/** Of the piece of work that runs; null between two of them. */
let budget: Budget | null = null;
let before = 0;

const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

export function watch(): void {
  const { parent } = workerData as Watched;
  parentPort?.on('message', (given: Budget | null) => {
    budget = given;
    before = processorSeconds();
  });
  setInterval(() => {
    if (process.ppid !== parent) end('');
    if (!budget) return;
    const spent = { time: processorSeconds() - before, memory: process.memoryUsage.rss() / 1e6 };
    if (spent.time > budget.seconds) end(`time ${spent.time.toFixed(1)}`);
    if (spent.memory > budget.megabytes) end(`memory ${Math.ceil(spent.memory)}`);
  }, LOOK);
}

/** @param verdict which part of the budget is spent, and how much was */
function end(verdict: '' | `${'time' | 'memory'} ${string}`): void {
  try {
    if (verdict !== '') writeSync(VERDICT, verdict);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

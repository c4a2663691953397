/** Says while a run goes on how far it is, what runs and how long it will take; at its end, which suites took longest. */
import { relative } from 'node:path';
import { ROOT } from './suites.ts';
import { addTotals, type Totals } from './totals.ts';
import { weightOf, weightOfAll } from './weights.ts';

/** Milliseconds between two lines. */
const EVERY = 20_000;
const SLOWEST = 10;

interface Test {
  path: string;
}
interface Results extends Totals {
  testResults: { testFilePath: string; perfStats: { start: number; end: number } }[];
}

const nameOf = (path: string): string => relative(ROOT, path);
const secondsSince = (at: number): number => Math.round((Date.now() - at) / 1000);

function inMinutes(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 1 ? 'less than a minute' : `${minutes} min`;
}

export default class Progress {
  readonly #running = new Map<string, number>();
  readonly #asked: readonly string[];
  readonly #totals = process.env.TEST_TOTALS;
  #begun = Date.now();
  #done = 0;
  #doneWeight = 0;
  #total = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ nonFlagArgs = [] }: { nonFlagArgs?: readonly string[] }) {
    this.#asked = nonFlagArgs.map(nameOf);
    // Workers inherit the environment, and a suite may run jest itself.
    delete process.env.TEST_TOTALS;
  }

  onRunStart({ numTotalTestSuites }: Pick<Totals, 'numTotalTestSuites'>): void {
    this.#begun = Date.now();
    this.#total = numTotalTestSuites;
    this.#timer = setInterval(() => this.#say(), EVERY);
    this.#timer.unref();
  }

  onTestFileStart({ path }: Test): void {
    this.#running.set(nameOf(path), Date.now());
  }

  onTestFileResult({ path }: Test): void {
    this.#running.delete(nameOf(path));
    this.#done += 1;
    this.#doneWeight += weightOf(nameOf(path));
  }

  onRunComplete(_contexts: unknown, results: Results): void {
    clearInterval(this.#timer);
    if (this.#totals) addTotals(this.#totals, results);
    const { testResults } = results;
    if (testResults.length < 2) return;
    const took = testResults.map(({ testFilePath, perfStats: { start, end } }) => ({
      name: nameOf(testFilePath),
      seconds: (end - start) / 1000,
    }));
    const slowest = took.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
    const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
    process.stderr.write(`\nThe slowest:\n${lines.join('\n')}\n`);
  }

  #say(): void {
    const parts = [`${this.#done} of ${this.#total} suites`, ...this.#forecast()];
    const running = [...this.#running].map(([name, since]) => `${name} (${secondsSince(since)} s)`);
    process.stderr.write(`${parts.join(', ')}. Running: ${running.join(', ')}\n`);
  }

  /** Nothing before enough is done to tell. */
  #forecast(): string[] {
    // A shard runs a part of what was asked.
    const whole = weightOfAll(this.#asked) * (this.#total / this.#asked.length);
    const left = Math.max(0, whole - this.#doneWeight);
    if (!(this.#doneWeight > whole / 50)) return [];
    return [`${inMinutes((Date.now() - this.#begun) * (left / this.#doneWeight))} left`];
  }
}

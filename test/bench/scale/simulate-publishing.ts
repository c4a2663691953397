/**
 * Discrete-event simulation of who publishes the counters of one dataset and what that reads, by the functions' own rule.
 * Frames come to every instance all the time. The scheduled function publishes each minute, and twice the platform replaces
 * the instance that published last.
 */
import { Random } from '../../../emulators/scenes/random.ts';
import { paceOf, Turn } from '../../../functions/src/common/adapters/firestore/counter-turn.ts';

export interface Publishing {
  /** Documents read: on average, and in the minute with the most. */
  readsPerSecond: number;
  mostReadsPerSecond: number;
  /** Seconds between two publications: on average, and at most. */
  every: number;
  longest: number;
}

/** Milliseconds. */
const MINUTE = 60_000;
/** Between two looks of a process while frames keep coming: see counter-publisher.ts. */
const INTERVAL = 4_000;
/** For which a process relies on the number of parts: see show-counters.ts. */
const SIZE_SERVES = 300_000;
/** From the read of the dataset to the commit; long, so that processes overtake each other. */
const WORK = 300;
/** Minutes in which the publisher is replaced. */
const REPLACED_IN = [3, 6];

interface Process {
  turn: Turn;
  sized: number;
  /** Of the next look, or of the commit of `seen`. */
  at: number;
  /** The version of the dataset that it publishes on, and when it looked. */
  seen: { version: number; began: number } | null;
}

/** @param minutes after the first, in which the instances start */
export function simulatePublishing(instances: number, minutes = 9): Publishing {
  const dataset = new Dataset(instances + 1);
  const random = new Random(instances);
  const start = (from: number, within: number): Process => ({
    turn: new Turn(() => random.next()),
    sized: Number.NEGATIVE_INFINITY,
    at: from + random.between(0, within),
    seen: null,
  });
  let processes = Array.from({ length: instances }, () => start(0, MINUTE));
  let minute = 0;
  for (;;) {
    const next = processes.reduce((first, each) => (each.at < first.at ? each : first));
    if (next.at >= (minute + 1) * MINUTE) {
      minute += 1;
      if (minute > minutes) return dataset.summary(minutes);
      dataset.publishAt(minute * MINUTE);
      const isGone = (each: Process) => REPLACED_IN.includes(minute) && each === dataset.publisher;
      processes = processes.map((each) => (isGone(each) ? start(minute * MINUTE, INTERVAL) : each));
    } else if (next.seen === null) dataset.look(next, next.at);
    else dataset.commit(next, next.seen);
  }
}

class Dataset {
  publisher: Process | null = null;
  readonly #parts: number;
  #version = 0;
  #written = 0;
  readonly #published: number[] = [];
  readonly #reads: number[] = [];

  constructor(parts: number) {
    this.#parts = parts;
  }

  look(process: Process, began: number): void {
    const isSized = process.at - process.sized < SIZE_SERVES;
    this.#charge(process.at, isSized ? 1 : 2);
    if (!isSized) process.sized = process.at;
    const age = process.at - this.#written;
    const wait = process.turn.look({ parts: this.#parts, version: String(this.#version), age });
    if (wait > 0) {
      process.at = began + Math.max(INTERVAL, wait);
      return;
    }
    this.#charge(process.at, this.#parts);
    process.seen = { version: this.#version, began };
    process.at += WORK;
  }

  commit(process: Process, { version, began }: NonNullable<Process['seen']>): void {
    process.seen = null;
    if (version !== this.#version) {
      this.look(process, began);
      return;
    }
    this.#write(process.at);
    this.publisher = process;
    process.turn.wrote(String(this.#version));
    process.sized = process.at;
    process.at = began + Math.max(INTERVAL, paceOf(this.#parts));
  }

  /** By the scheduled function, which looks for parts that have moved, and then reads all. */
  publishAt(now: number): void {
    this.#charge(now, 2 * this.#parts + 1);
    this.#write(now);
  }

  #write(now: number): void {
    this.#version += 1;
    this.#written = now;
    this.#published.push(now);
  }

  #charge(now: number, documents: number): void {
    const minute = Math.floor(now / MINUTE);
    this.#reads[minute] = (this.#reads[minute] ?? 0) + documents;
  }

  /** Without the first minute. */
  summary(minutes: number): Publishing {
    const reads = this.#reads.slice(1, minutes + 1);
    const times = this.#published.filter((at) => at >= MINUTE);
    const gaps = times.slice(1).map((at, index) => at - (times[index] as number));
    const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
    return {
      readsPerSecond: sum(reads) / reads.length / 60,
      mostReadsPerSecond: Math.max(...reads) / 60,
      every: sum(gaps) / gaps.length / 1000,
      longest: Math.max(...gaps) / 1000,
    };
  }
}

/**
 * Discrete-event simulation of who publishes the counters of one dataset and what that reads, by the functions' own rule:
 * whoever finds that nobody has published since it last looked publishes. Frames come to every instance all the time, and the
 * scheduled function publishes each minute.
 */
import { Random } from '../../../emulators/scenes/random.ts';

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
/** By which a look is late, at most: it waits for a frame, and for the network. */
const LATE = 200;
/** From the read of the dataset to the commit; long, so that processes overtake each other. */
const WORK = 300;

interface Process {
  /** The version of the dataset that it has last seen; null before its first look. */
  known: number | null;
  /** Of the next look, or of the commit if it publishes. */
  at: number;
  /** Start of the look with which it publishes. */
  began: number | null;
}

/** @param minutes after the first, in which the instances start */
export function simulatePublishing(instances: number, minutes = 9): Publishing {
  const random = new Random(instances);
  const dataset = new Dataset(instances + 1, random);
  const start = (): Process => ({ known: null, at: random.between(0, MINUTE), began: null });
  const processes = Array.from({ length: instances }, start);
  let minute = 0;
  for (;;) {
    const next = processes.reduce((first, each) => (each.at < first.at ? each : first));
    if (next.at >= (minute + 1) * MINUTE) {
      minute += 1;
      if (minute > minutes) return dataset.summary(minutes);
      dataset.publishAt(minute * MINUTE);
    } else if (next.began === null) dataset.look(next, next.at);
    else dataset.commit(next, next.began);
  }
}

class Dataset {
  readonly #parts: number;
  readonly #random: Random;
  #version = 0;
  readonly #published: number[] = [];
  readonly #reads: number[] = [];

  constructor(parts: number, random: Random) {
    this.#parts = parts;
    this.#random = random;
  }

  look(process: Process, began: number): void {
    this.#charge(process.at, 1);
    const isFirst = process.known === null || process.known === this.#version;
    process.known = this.#version;
    process.began = isFirst ? began : null;
    if (isFirst) this.#charge(process.at, this.#parts);
    process.at = isFirst ? process.at + WORK : this.#after(began);
  }

  commit(process: Process, began: number): void {
    if (process.known !== this.#version) {
      // Somebody else was faster.
      this.look(process, began);
      return;
    }
    this.#write(process.at);
    process.known = this.#version;
    process.began = null;
    process.at = this.#after(began);
  }

  #after(began: number): number {
    return began + INTERVAL + this.#random.between(0, LATE);
  }

  /** By the scheduled function, which looks for parts that have moved, and then reads all. */
  publishAt(now: number): void {
    this.#charge(now, 2 * this.#parts + 1);
    this.#write(now);
  }

  #write(now: number): void {
    this.#version += 1;
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

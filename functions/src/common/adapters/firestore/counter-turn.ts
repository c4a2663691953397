/**
 * Which of a dataset's processes publishes its counters, and how often. A publication reads all parts. With up to 20 parts
 * (300 cameras), any process that finds no publication since its last check publishes. With more parts, several would do so
 * at once. So one process goes on until it stops, at a pace that costs at most 50 reads a second; the others only check
 * whether it still does, which costs another 17.
 */

/** With more parts than this, one process publishes for all, to save reads. */
export const MANY = 20;
/** Milliseconds between two publications for each part that they read. */
export const PER_PART = 20;
/** Milliseconds: as often as processes publish while changes keep coming. */
export const LEAST = 4_000;
/** Milliseconds after which the others look again if there are few parts. */
const AGAIN = 1_000;
/** Fraction of the pace: allows for the network between a timer and the read that it starts. */
const ALMOST = 0.9;

/** A dataset as it was read. */
export interface Look {
  parts: number;
  version: string;
  /** Milliseconds since somebody wrote it. */
  age: number;
}

/** Milliseconds between two publications by the process whose turn it is; 0: as often as changes come. */
export const paceOf = (parts: number): number => (parts > MANY ? Math.max(LEAST, PER_PART * parts) : 0);

/** What one process knows of one dataset. */
export class Turn {
  #known: string | undefined;
  #isPublisher = false;
  /** True if somebody else had written at the last look. */
  #isOvertaken = false;
  readonly #random: () => number;

  /** @param random between 0 and 1 */
  constructor(random = Math.random) {
    this.#random = random;
  }

  /** Milliseconds after which to look again; 0: publish now. */
  look({ parts, version, age }: Look): number {
    const isKnown = this.#known === version;
    const isFirst = this.#known === undefined;
    this.#known = version;
    const pace = paceOf(parts);
    if (pace === 0) return isKnown || isFirst ? 0 : AGAIN;
    return this.#isPublisher ? this.#goOn(isKnown, pace, age) : this.#takeOver(pace, age);
  }

  /** The dataset as this process has read or written it without being asked for a turn. */
  saw(version: string): void {
    this.#known = version;
  }

  /** The process has published in its turn. */
  wrote(version: string): void {
    this.#known = version;
    this.#isPublisher = true;
    this.#isOvertaken = false;
  }

  /** The dataset changes faster than this process can publish without a lock. */
  forget(): void {
    this.#known = undefined;
    this.#isPublisher = false;
  }

  /** Somebody who edits the dataset, and the scheduled function, write it too. Two publishers would overtake each other each time. */
  #goOn(isKnown: boolean, pace: number, age: number): number {
    if (isKnown || age >= ALMOST * pace) return 0;
    this.#isPublisher = !this.#isOvertaken;
    this.#isOvertaken = true;
    return this.#isPublisher ? pace - age : this.#later(pace);
  }

  /** At random, because each of those that take over at the same time reads all parts. */
  #takeOver(pace: number, age: number): number {
    return age >= pace * (2 + 4 * this.#random()) ? 0 : this.#later(pace);
  }

  #later(pace: number): number {
    return pace * (2 + 2 * this.#random());
  }
}

/** Searches the date of an image by its number, when only the counts at dates are known. Pure. */

interface Bound {
  number: number;
  /** Unix milliseconds. */
  date: number;
}

/** What was found at a date. */
export interface Tried {
  date: number;
  /** Number of images until then. */
  top: number;
  /** Date of the oldest image of the page that was read there. */
  oldest: number;
  /** Images of that page. */
  images: number;
}

export interface Estimate {
  count: number;
  /** Dates of the oldest and the newest image, Unix milliseconds. They may be wrong: those of a filter are not known. */
  first: number;
  last: number;
}

const DAY = 86_400_000;

export class DateSearch {
  readonly #number: number;
  /** Dates at which there are too few images, and more than the number. Guesses until something was found there. */
  #low: Bound;
  #high: Bound;
  #isLowGuess = true;
  #isHighGuess = true;
  /** Milliseconds by which a wrong guess is moved; twice as much each time. */
  #step: number;
  #tries = 0;

  constructor(number: number, { count, first, last }: Estimate) {
    const isKnown = Number.isFinite(first) && Number.isFinite(last);
    this.#number = number;
    this.#low = { number: 0, date: isKnown ? first : 0 };
    this.#high = { number: count, date: isKnown ? last : DAY };
    this.#step = Math.max(DAY, this.#high.date - this.#low.date);
  }

  /** The date to try; null if there is none between those that were tried: the images have one date. */
  next(): number | null {
    if (this.#high.date - this.#low.date <= 1) {
      if (this.#isLowGuess && !this.#isHighGuess)
        this.#low = { number: 0, date: this.#high.date - this.#step };
      else if (this.#isHighGuess) this.#high = { ...this.#high, date: this.#low.date + this.#step };
      else return null;
      this.#step *= 2;
    }
    const isOdd = this.#tries % 2 === 1;
    this.#tries += 1;
    // A guess is tried itself.
    if (isOdd && this.#isHighGuess !== this.#isLowGuess)
      return this.#isHighGuess ? this.#high.date : this.#low.date;
    // By the rate of images between the two; every other time the middle, because rates differ.
    const rate = (this.#number + 0.5 - this.#low.number) / Math.max(1, this.#high.number - this.#low.number);
    const share = isOdd ? 0.5 : Math.min(1, Math.max(0, rate));
    const date = Math.round(this.#low.date + (this.#high.date - this.#low.date) * share);
    return Math.min(this.#high.date - (this.#isHighGuess ? 0 : 1), Math.max(this.#low.date + 1, date));
  }

  /** @returns whether the number is in the page */
  tried({ date, top, oldest, images }: Tried): boolean {
    if (top <= this.#number) {
      this.#low = { number: top, date };
      this.#isLowGuess = false;
      if (date >= this.#high.date) this.#high = { ...this.#high, date };
      return false;
    }
    if (top - images <= this.#number) return true;
    this.#high = { number: top - images, date: Math.min(date, oldest) };
    this.#isHighGuess = false;
    if (this.#low.date >= this.#high.date) this.#low = { number: 0, date: this.#high.date };
    return false;
  }
}

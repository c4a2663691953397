/**
 * How far a point that is left out may be from the line that replaces it, in pixels. No pixel's middle is nearer to an outline
 * than 0.33 (where it cuts a corner, between the middles of two edges): up to 0.3 none changes its side. Large rings may lose
 * more, up to 0.4 % of their area on each side, because Ultralytics keeps at most 1,000 points.
 */
const [EXACT, COARSE] = [0.3, 1] as const;
const SHARE = 0.004;

function toleranceOf(points: readonly number[]): number {
  let twice = 0;
  for (let at = 0, before = points.length - 2; at < points.length; before = at, at += 2)
    twice +=
      (points[before] as number) * (points[at + 1] as number) -
      (points[at] as number) * (points[before + 1] as number);
  // There is a point for each edge of a pixel.
  const edges = points.length / 2;
  return Math.min(COARSE, Math.max(EXACT, (SHARE * Math.abs(twice / 2)) / edges));
}

/**
 * Leaves out points of a ring that straight lines replace, in time proportional to the points.
 * @param points x and y in turns
 * @param kept numbers of points that stay; the first one always does
 * @returns numbers of the points that stay, from the first one back to it
 */
export function* thinned(points: readonly number[], kept: ReadonlySet<number>): Generator<number> {
  const count = points.length / 2;
  const tolerance = toleranceOf(points);
  const lineFrom = (at: number) => new Line(points, at, tolerance);
  yield 0;
  let line = lineFrom(0);
  for (let at = 1; at <= count; at += 1) {
    if (!line.passes(at % count)) {
      yield at - 1;
      line = lineFrom(at - 1);
      line.passes(at % count);
    }
    if (at < count && !kept.has(at)) continue;
    yield at % count;
    line = lineFrom(at % count);
  }
}

/** The directions in which a line from a point passes all others so far within the tolerance. */
class Line {
  readonly #points: readonly number[];
  readonly #from: number;
  readonly #tolerance: number;
  /** Direction of the first point, in radians; the others are relative to it. */
  #first: number | null = null;
  #low = Number.NEGATIVE_INFINITY;
  #high = Number.POSITIVE_INFINITY;

  constructor(points: readonly number[], from: number, tolerance: number) {
    this.#points = points;
    this.#from = from;
    this.#tolerance = tolerance;
  }

  /** Whether the line to this point passes those before; the following lines must pass it too. */
  passes(at: number): boolean {
    const points = this.#points;
    const dx = (points[2 * at] as number) - (points[2 * this.#from] as number);
    const dy = (points[2 * at + 1] as number) - (points[2 * this.#from + 1] as number);
    const direction = Math.atan2(dy, dx);
    this.#first ??= direction;
    const turn = Math.atan2(Math.sin(direction - this.#first), Math.cos(direction - this.#first));
    const isPassed = turn >= this.#low && turn <= this.#high;
    const width = Math.asin(Math.min(1, this.#tolerance / Math.hypot(dx, dy)));
    this.#low = Math.max(this.#low, turn - width);
    this.#high = Math.min(this.#high, turn + width);
    return isPassed;
  }
}

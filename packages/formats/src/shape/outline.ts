/**
 * The outline of a mask as one polygon, for formats that hold nothing else (YOLO). Filled by a rule that asks where a pixel's
 * middle is, it gives the mask's pixels: all of them, or over 98 % of a mask with long edges.
 */
import type { Pixels } from './pixels.ts';
import { thinned } from './thin-outline.ts';

/** x and y in pixels, in turns. The last point is joined to the first one. */
export type Polygon = number[];

/** Edges of pixels on the outline of one mask: more of them than any defect has, and 10 MB of memory. */
export const MOST_EDGES = 100_000;

/** A mask with more than MOST_EDGES edges. */
export class EndlessOutline extends Error {}

/**
 * How far a point is from the edge of its pixel, towards the mask: a reader that cuts decimals off gets a pixel of the mask, even
 * if it calculates in 32 bits.
 */
const INSET = 1 / 64;

/** Directions along edges of pixels, the mask on the right: right, down, left, up. */
const X_STEPS = [1, 0, -1, 0] as const;
const Y_STEPS = [0, 1, 0, -1] as const;
const [DOWN, UP] = [1, 3] as const;

/**
 * Its pieces and holes are joined by bridges without width, there and back, as Ultralytics' own converter does: a reader that
 * draws lines (OpenCV's `fillPoly`) draws those between pieces too. Pieces that touch at a corner are one.
 * @returns null if no pixel belongs to the tag
 * @throws EndlessOutline
 */
export function outlineOf(mask: Pixels): Polygon | null {
  const rings = new Rings(mask);
  const { width, height, data } = mask;
  for (let y = 0; y < height; y += 1) {
    let isBefore = false;
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const isTag = data[at] !== 0;
      if (isTag === isBefore) continue;
      rings.meet(x, y, isTag ? UP : DOWN);
      isBefore = isTag;
    }
    if (isBefore) rings.meet(width, y, DOWN);
  }
  return rings.joined();
}

/** A point of an outline, and where a bridge to another one begins. */
interface Ring {
  points: Polygon;
  /** Numbers of points that stay: ends of bridges. */
  ends: Set<number>;
  /** Rings whose bridges begin at a point, by its number. */
  bridges: Map<number, Ring[]>;
}

/** A point of a ring. */
interface End {
  ring: Ring;
  point: number;
}

/** Distances that are compared for one mask to find short bridges: some 50 ms. */
const MOST_COMPARED = 2e7;

/** Outlines of pieces (clockwise) and of holes (counterclockwise), in the order in which rows meet them. */
class Rings {
  readonly #mask: Pixels;
  readonly #all: Ring[] = [];
  /** Where each upright edge is. */
  readonly #edges = new Map<number, End>();
  /** The edge that was met last. */
  #last: End | null = null;
  #count = 0;
  #compared = 0;

  constructor(mask: Pixels) {
    this.#mask = mask;
  }

  /**
   * An upright edge that a row meets, from left to right. If its ring is not known yet, it is joined to those that are: a hole to
   * the edge on its left, between which there is only mask, a piece to the nearest point.
   */
  meet(x: number, y: number, direction: typeof UP | typeof DOWN): void {
    const key = this.#key(x, y);
    if (!this.#edges.has(key)) {
      const { points, keys } = this.#follow(x, direction === UP ? y + 1 : y, direction);
      const { from, at } = direction === UP ? this.#nearest(points) : { from: this.#last, at: 0 };
      const turned = [...points.slice(2 * at), ...points.slice(0, 2 * at)];
      const ring: Ring = { points: turned, ends: new Set([0]), bridges: new Map() };
      for (const [point, each] of keys.entries())
        if (each !== null) this.#edges.set(each, { ring, point: (point - at + keys.length) % keys.length });
      this.#all.push(ring);
      if (from) {
        from.ring.ends.add(from.point);
        from.ring.bridges.set(from.point, [...(from.ring.bridges.get(from.point) ?? []), ring]);
      }
    }
    this.#last = this.#edges.get(key) ?? null;
  }

  /** The shortest bridge to these points; of very many, only one to the first point, or the edge that was met last. */
  #nearest(points: Polygon): { from: End | null; at: number } {
    const known = this.#count - points.length / 2;
    const left = MOST_COMPARED - this.#compared;
    const tried = Math.min(points.length / 2, known === 0 ? 0 : Math.floor(left / known));
    const last = tried < points.length / 2 ? Math.min(1, tried) : tried;
    let best = { from: this.#last, at: 0 };
    // Its budget is spent: not even a walk through what is known, which a mask of single pixels makes for each of them.
    if (last === 0) return best;
    this.#compared += last * known;
    let least = Number.POSITIVE_INFINITY;
    for (const ring of this.#all)
      for (let point = 0; point < ring.points.length / 2; point += 1)
        for (let at = 0; at < last; at += 1) {
          const dx = (points[2 * at] as number) - (ring.points[2 * point] as number);
          const dy = (points[2 * at + 1] as number) - (ring.points[2 * point + 1] as number);
          const distance = dx * dx + dy * dy;
          if (distance >= least) continue;
          least = distance;
          best = { from: { ring, point }, at };
        }
    return best;
  }

  #key(x: number, y: number): number {
    return y * (this.#mask.width + 1) + x;
  }

  #isTag(x: number, y: number): boolean {
    const { width, height, data } = this.#mask;
    return x >= 0 && y >= 0 && x < width && y < height && data[y * width + x] !== 0;
  }

  /**
   * Around a ring, from corner to corner of pixels.
   * @returns the middles of their edges, and the keys of upright ones
   */
  #follow(startX: number, startY: number, startDirection: number) {
    const points: Polygon = [];
    const keys: (number | null)[] = [];
    let [x, y, direction] = [startX, startY, startDirection];
    do {
      this.#count += 1;
      if (this.#count > MOST_EDGES) throw new EndlessOutline();
      const [dx, dy] = [X_STEPS[direction] as number, Y_STEPS[direction] as number];
      keys.push(dx === 0 ? this.#key(x, Math.min(y, y + dy)) : null);
      points.push(x + dx / 2 - dy * INSET, y + dy / 2 + dx * INSET);
      [x, y] = [x + dx, y + dy];
      direction = this.#turn(x, y, direction);
    } while (x !== startX || y !== startY || direction !== startDirection);
    return { points, keys };
  }

  /** To the left where pixels touch at a corner only, so that they are one piece. */
  #turn(x: number, y: number, direction: number): number {
    const [dx, dy] = [X_STEPS[direction] as number, Y_STEPS[direction] as number];
    // Of the four pixels at this corner: the two ahead, left and right of the way.
    const ahead = (side: number) => this.#isTag(x + (dx - side * dy - 1) / 2, y + (dy + side * dx - 1) / 2);
    if (ahead(-1)) return (direction + 3) % 4;
    return ahead(1) ? direction : (direction + 1) % 4;
  }

  /** Each ring begins and ends at its bridge, and the way goes on from where the bridge began. */
  joined(): Polygon | null {
    const [first] = this.#all;
    if (!first) return null;
    const polygon: Polygon = [];
    // Not recursive: pieces in a row are joined one to the next.
    const open = [walk(first)];
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const { value, done } = top.next();
      if (done) open.pop();
      else if (typeof value === 'object') open.push(walk(value));
      else polygon.push(value);
    }
    // The first ring ends where it begins.
    polygon.length -= 2;
    return polygon;
  }
}

/** Coordinates of a ring, from its first point back to it, and the rings to which bridges lead from where the way is. */
function* walk(ring: Ring): Generator<number | Ring> {
  const { points, bridges } = ring;
  let isBack = false;
  for (const point of thinned(points, ring.ends)) {
    const [x, y] = [points[2 * point] as number, points[2 * point + 1] as number];
    yield x;
    yield y;
    const others = point === 0 && isBack ? [] : (bridges.get(point) ?? []);
    isBack = true;
    for (const other of others) {
      yield other;
      yield x;
      yield y;
    }
  }
}

/** Ridge regression in its dual form, which costs little where there are few rows and many values. */
import { factorize, invert } from './symmetric.ts';

export interface RidgeInput {
  /** Of mean length 1 or so. */
  rows: readonly Float64Array[];
  /** By row: how much it may miss its targets. */
  penalties: readonly number[];
  /** By target, then by row. */
  targets: readonly Float64Array[];
  /** By row: rows of the same group are left out together. */
  groups: readonly number[];
}

export interface Ridge {
  /** By target: weights of the values, and a bias after them. */
  weights: Float64Array[];
  /** By row and target: what the rows of all other groups alone would say. Exact, without fitting again. */
  leftOut: Float64Array[];
}

export function fitRidge({ rows, penalties, targets, groups }: RidgeInput): Ridge {
  const inverse = kernelOf(rows, penalties);
  factorize(inverse, rows.length);
  const solution = invert(inverse, rows.length);
  const duals = targets.map((target) => times(solution, target));
  return {
    weights: duals.map((dual) => weightsOf(rows, dual)),
    leftOut: leaveOut(solution, { targets, duals, groups }),
  };
}

/** Products of rows, plus 1 for the bias. */
function kernelOf(rows: readonly Float64Array[], penalties: readonly number[]): Float64Array {
  const kernel = new Float64Array(rows.length ** 2);
  for (const [at, row] of rows.entries()) {
    for (let other = 0; other <= at; other++) kernel[at * rows.length + other] = 1 + dot(row, rows[other]!);
    kernel[at * rows.length + at]! += penalties[at]!;
  }
  return kernel;
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

const times = (matrix: Float64Array, vector: Float64Array): Float64Array =>
  vector.map((_, row) => dot(matrix.subarray(row * vector.length, (row + 1) * vector.length), vector));

function weightsOf(rows: readonly Float64Array[], dual: Float64Array): Float64Array {
  const width = rows[0]?.length ?? 0;
  const weights = new Float64Array(width + 1);
  for (const [at, row] of rows.entries()) {
    for (let value = 0; value < width; value++) weights[value]! += dual[at]! * row[value]!;
    weights[width]! += dual[at]!;
  }
  return weights;
}

type Fitted = Pick<RidgeInput, 'targets' | 'groups'> & { duals: readonly Float64Array[] };

/** Without its group, a row misses its target by what the group's part of the inverse, inverted, makes of the duals. */
function leaveOut(inverse: Float64Array, { targets, duals, groups }: Fitted): Float64Array[] {
  const size = groups.length;
  const leftOut = groups.map(() => new Float64Array(targets.length));
  for (const members of membersOf(groups)) {
    const part = new Float64Array(members.length ** 2);
    for (const [row, a] of members.entries())
      for (const [column, b] of members.entries())
        part[row * members.length + column] = inverse[a * size + b]!;
    factorize(part, members.length);
    const back = invert(part, members.length);
    for (const [target, values] of targets.entries()) {
      const missed = times(
        back,
        Float64Array.from(members, (at) => duals[target]![at]!),
      );
      for (const [place, at] of members.entries()) leftOut[at]![target] = values[at]! - missed[place]!;
    }
  }
  return leftOut;
}

function membersOf(groups: readonly number[]): Iterable<number[]> {
  const members = new Map<number, number[]>();
  for (const [at, group] of groups.entries()) {
    const list = members.get(group);
    if (list) list.push(at);
    else members.set(group, [at]);
  }
  return members.values();
}

/** Symmetric positive definite matrices, row by row: enough to solve a ridge regression. */

/** Replaces the lower triangle by L of L Lᵀ. */
export function factorize(matrix: Float64Array, size: number): void {
  for (const _ of factorizing(matrix, size));
}

/** The same, with a place after each row where a pause may be made. */
export function* factorizing(matrix: Float64Array, size: number): Generator<void> {
  for (let row = 0; row < size; row++) {
    const at = row * size;
    for (let column = 0; column <= row; column++) {
      const other = column * size;
      let sum = matrix[at + column]!;
      for (let k = 0; k < column; k++) sum -= matrix[at + k]! * matrix[other + k]!;
      matrix[at + column] =
        column < row ? sum / matrix[other + column]! : Math.sqrt(Math.max(sum, Number.MIN_VALUE));
    }
    yield;
  }
}

/** What the matrix, which `factorize` has replaced, turns into the goal. */
export function solve(factor: Float64Array, goal: Float64Array): Float64Array {
  const size = goal.length;
  const solution = goal.slice();
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++) solution[row]! -= factor[row * size + k]! * solution[k]!;
    solution[row]! /= factor[row * size + row]!;
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) solution[row]! -= factor[k * size + row]! * solution[k]!;
    solution[row]! /= factor[row * size + row]!;
  }
  return solution;
}

/** The inverse, of a matrix that `factorize` has replaced. */
export function invert(factor: Float64Array, size: number): Float64Array {
  // Rows of the inverse of L, transposed: column by column below the diagonal.
  const lower = new Float64Array(size * size);
  for (let column = 0; column < size; column++) {
    const to = column * size;
    lower[to + column] = 1 / factor[column * size + column]!;
    for (let row = column + 1; row < size; row++) {
      let sum = 0;
      for (let k = column; k < row; k++) sum -= factor[row * size + k]! * lower[to + k]!;
      lower[to + row] = sum / factor[row * size + row]!;
    }
  }
  const inverse = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = 0;
      for (let k = row; k < size; k++) sum += lower[row * size + k]! * lower[column * size + k]!;
      inverse[row * size + column] = sum;
      inverse[column * size + row] = sum;
    }
  }
  return inverse;
}

const TERMS = 6;
/** Every third pixel in both directions is enough for six unknowns. */
const STEP = 3;

/**
 * Fits a quadratic in x and y to values that change smoothly over a picture, which is enough for light that falls off.
 * Least squares over the pixels whose weight is not 0.
 * @returns the surface's value at every pixel
 */
export function fitSurface(values: Float32Array, weights: Uint8Array, width: number): Float32Array {
  const height = values.length / width;
  const rows = Array.from({ length: TERMS }, () => new Float64Array(TERMS + 1));
  for (let y = 0; y < height; y += STEP) {
    for (let x = 0; x < width; x += STEP) {
      const at = y * width + x;
      if (weights[at] !== 0) addSample(rows, x / width - 0.5, y / height - 0.5, values[at]!);
    }
  }
  return evaluate(solve(mirrored(rows)), width, height);
}

const term = new Float64Array(TERMS);

/** Fills the upper half of the normal equations. */
function addSample(rows: Float64Array[], x: number, y: number, value: number): void {
  term[0] = 1;
  term[1] = x;
  term[2] = y;
  term[3] = x * x;
  term[4] = x * y;
  term[5] = y * y;
  for (let i = 0; i < TERMS; i++) {
    const row = rows[i]!;
    for (let j = i; j < TERMS; j++) row[j]! += term[i]! * term[j]!;
    row[TERMS]! += term[i]! * value;
  }
}

function mirrored(rows: Float64Array[]): Float64Array[] {
  for (let i = 0; i < TERMS; i++) {
    for (let j = 0; j < i; j++) rows[i]![j] = rows[j]![i]!;
    // Slight damping keeps the matrix solvable if there are few pixels.
    if (i > 0) rows[i]![i]! += 1e-6 * (1 + rows[0]![0]!);
  }
  return rows;
}

/** Gaussian elimination with pivoting; a singular column gives 0. */
function solve(rows: Float64Array[]): Float64Array {
  for (let column = 0; column < TERMS; column++) {
    const pivot = rows.slice(column).reduce((a, b) => (Math.abs(b[column]!) > Math.abs(a[column]!) ? b : a));
    const at = rows.indexOf(pivot);
    [rows[column], rows[at]] = [pivot, rows[column]!];
    if (Math.abs(pivot[column]!) < 1e-12) continue;
    for (let i = 0; i < TERMS; i++) {
      if (i === column) continue;
      const share = rows[i]![column]! / pivot[column]!;
      for (let j = column; j <= TERMS; j++) rows[i]![j]! -= share * pivot[j]!;
    }
  }
  return Float64Array.from(rows, (row, i) => (Math.abs(row[i]!) < 1e-12 ? 0 : row[TERMS]! / row[i]!));
}

function evaluate(factors: Float64Array, width: number, height: number): Float32Array {
  const [a, bx, by, cxx, cxy, cyy] = factors as unknown as [number, number, number, number, number, number];
  const surface = new Float32Array(width * height);
  for (let row = 0, at = 0; row < height; row++) {
    const y = row / height - 0.5;
    const [base, slope] = [a + by * y + cyy * y * y, bx + cxy * y];
    for (let column = 0; column < width; column++, at++) {
      const x = column / width - 0.5;
      surface[at] = base + slope * x + cxx * x * x;
    }
  }
  return surface;
}

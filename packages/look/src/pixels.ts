/** Pictures as planes of numbers. Only +, -, *, / and roots, which every engine rounds alike: equal bytes, equal vectors. */

/** Rows from the top, one byte for each channel: grey, grey with alpha, RGB or RGBA. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  channels: number;
}

/** One number for each pixel. */
export interface Plane {
  values: Float32Array;
  width: number;
  height: number;
}

/** Brightness 0 to 255, and two differences of colours: red to green, and both to blue. */
export interface Planes {
  light: Plane;
  redGreen: Plane;
  yellowBlue: Plane;
}

export const plane = (width: number, height: number): Plane => ({
  values: new Float32Array(width * height),
  width,
  height,
});

/** @throws RangeError if the bytes are not those of such a picture */
export function requirePixels({ data, width, height, channels }: Pixels): void {
  const isSize = width >= 1 && height >= 1 && Number.isInteger(width) && Number.isInteger(height);
  if (!isSize || ![1, 2, 3, 4].includes(channels) || data.length !== width * height * channels)
    throw new RangeError(`no picture: ${data.length} bytes, ${width} x ${height} x ${channels}`);
}

/** Each new pixel is the mean of what it covers, parts of pixels included: from `first`, with a weight for each. */
interface Covered {
  first: number;
  weights: Float64Array;
}

function coveredBy(length: number, wanted: number): Covered[] {
  const step = length / wanted;
  return Array.from({ length: wanted }, (_, at) => {
    const [from, to] = [at * step, Math.min(length, (at + 1) * step)];
    const first = Math.floor(from);
    const weights = Float64Array.from({ length: Math.ceil(to) - first }, (_, pixel) => {
      const [low, high] = [Math.max(from, first + pixel), Math.min(to, first + pixel + 1)];
      return (high - low) / (to - from);
    });
    return { first, weights };
  });
}

/** The picture at this size, not larger than its own; transparent pixels are black. */
export function shrink(pixels: Pixels, width: number, height: number): Planes {
  requirePixels(pixels);
  const columns = coveredBy(pixels.width, width);
  const planes = {
    light: plane(width, height),
    redGreen: plane(width, height),
    yellowBlue: plane(width, height),
  };
  const sums = new Float64Array(3 * pixels.width);
  for (const [y, { first, weights }] of coveredBy(pixels.height, height).entries()) {
    sums.fill(0);
    for (const [at, weight] of weights.entries()) addRow(sums, pixels, first + at, weight);
    shrinkRow(sums, columns, planes, y * width);
  }
  return planes;
}

/** Adds a row's red, green and blue. */
function addRow(sums: Float64Array, { data, width, channels }: Pixels, row: number, weight: number): void {
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  const alpha = channels % 2 === 0 ? channels - 1 : null;
  let from = row * width * channels;
  for (let to = 0; to < sums.length; to += 3, from += channels) {
    const share = alpha === null ? weight : (weight * data[from + alpha]!) / 255;
    sums[to]! += share * data[from]!;
    sums[to + 1]! += share * data[from + green]!;
    sums[to + 2]! += share * data[from + blue]!;
  }
}

function shrinkRow(sums: Float64Array, columns: readonly Covered[], planes: Planes, to: number): void {
  for (let x = 0; x < columns.length; x++) {
    const { first, weights } = columns[x]!;
    let [red, green, blue] = [0, 0, 0];
    for (let pixel = 0, from = 3 * first; pixel < weights.length; pixel++, from += 3) {
      red += weights[pixel]! * sums[from]!;
      green += weights[pixel]! * sums[from + 1]!;
      blue += weights[pixel]! * sums[from + 2]!;
    }
    // Weights of ITU-R BT.601.
    planes.light.values[to + x] = 0.299 * red + 0.587 * green + 0.114 * blue;
    planes.redGreen.values[to + x] = red - green;
    planes.yellowBlue.values[to + x] = (red + green) / 2 - blue;
  }
}

/** Half the size, each pixel the mean of four; an odd last row or column is dropped. */
export function halve({ values, width, height }: Plane): Plane {
  const half = plane(Math.max(1, width >> 1), Math.max(1, height >> 1));
  const [right, below] = [width > 1 ? 1 : 0, height > 1 ? width : 0];
  for (let y = 0, to = 0; y < half.height; y++) {
    for (let x = 0, at = 2 * y * width; x < half.width; x++, to++, at += 2) {
      half.values[to] =
        (values[at]! + values[at + right]! + values[at + below]! + values[at + below + right]!) / 4;
    }
  }
  return half;
}

/** Binomial weights 1 4 6 4 1, with neighbours `step` pixels away; beyond the edge lies its pixel again. */
export function blur(from: Plane, step: number): Plane {
  const { width, height } = from;
  const [across, both] = [plane(width, height), plane(width, height)];
  const columns = Int32Array.from({ length: width + 4 * step }, (_, x) =>
    Math.min(width - 1, Math.max(0, x - 2 * step)),
  );
  for (let y = 0; y < height; y++) {
    const row = from.values.subarray(y * width, (y + 1) * width);
    const to = across.values.subarray(y * width, (y + 1) * width);
    for (let x = 0; x < width; x++)
      to[x] = weighted(
        row[columns[x]!]!,
        row[columns[x + step]!]!,
        row[x]!,
        row[columns[x + 3 * step]!]!,
        row[columns[x + 4 * step]!]!,
      );
  }
  const rowAt = (y: number) => Math.min(height - 1, Math.max(0, y)) * width;
  for (let y = 0; y < height; y++) {
    const [a, b, c, d, e] = [
      rowAt(y - 2 * step),
      rowAt(y - step),
      y * width,
      rowAt(y + step),
      rowAt(y + 2 * step),
    ];
    for (let x = 0; x < width; x++) {
      const v = across.values;
      both.values[c + x] = weighted(v[a + x]!, v[b + x]!, v[c + x]!, v[d + x]!, v[e + x]!);
    }
  }
  return both;
}

const weighted = (a: number, b: number, c: number, d: number, e: number): number =>
  (a + 4 * (b + d) + 6 * c + e) / 16;

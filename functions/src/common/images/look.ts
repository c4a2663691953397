/** The look of a picture (Contract 2 and 4): a difference hash that recognizes near-identical frames. */

/** Pixels row by row, one byte for each channel: grey, grey with alpha, RGB or RGBA. */
export interface Pixels {
  data: Uint8Array;
  info: { width: number; height: number; channels: number };
}

/** A look is 8 rows of 8 bits; each bit compares two of 9 neighbours. */
const ROWS = 8;
const COLUMNS = 9;

/** Grey levels of 255. Sensor noise and compression change the mean of an area by less. */
const NOISE = 1;

/**
 * Difference hash: the picture is averaged to 9 by 8 grey areas; a bit is 1 if an area is brighter than the one to its
 * left. It hardly changes with brightness, size and compression. A picture of one colour has the look 0.
 * @returns 64 bits as 16 hexadecimal characters
 */
export function lookOf(pixels: Pixels): string {
  const areas = averageAreas(pixels);
  let look = '';
  for (let row = 0; row < ROWS; row += 1) {
    let bits = 0;
    for (let at = row * COLUMNS; at < (row + 1) * COLUMNS - 1; at += 1) {
      bits = bits * 2 + (areas[at + 1]! - areas[at]! > NOISE ? 1 : 0);
    }
    look += bits.toString(16).padStart(2, '0');
  }
  return look;
}

/** Bits that are 1 in a number of 32 bits. */
export function countBits(number: number): number {
  let bits = 0;
  // Each iteration clears the lowest bit that is set.
  for (let rest = number; rest !== 0; rest &= rest - 1) bits += 1;
  return bits;
}

export const isLook = (text: string): boolean => /^[0-9a-f]{16}$/.test(text);

/** Mean brightness of each area, 0 to 255. A picture smaller than 9 by 8 leaves areas empty, which count as black. */
function averageAreas({ data, info: { width, height, channels } }: Pixels): Float64Array {
  const sums = new Float64Array(ROWS * COLUMNS);
  const counts = new Float64Array(ROWS * COLUMNS);
  const columns = Uint8Array.from({ length: width }, (_, x) => Math.floor((x * COLUMNS) / width));
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    const first = Math.floor((y * ROWS) / height) * COLUMNS;
    for (let x = 0; x < width; x += 1, at += channels) {
      const area = first + columns[x]!;
      sums[area]! += brightness(data, at, channels);
      counts[area]! += 1;
    }
  }
  return sums.map((sum, area) => (counts[area]! > 0 ? sum / counts[area]! : 0));
}

/** Luma weights of ITU-R BT.601; transparent pixels are black. */
function brightness(data: Uint8Array, at: number, channels: number): number {
  const isGrey = channels < 3;
  const grey = isGrey ? data[at]! : 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
  return channels % 2 === 0 ? (grey * data[at + channels - 1]!) / 255 : grey;
}

/** The connected pieces of a mask: as boxes, or each as a mask of its own. Pure. */
import { type Bitmap, columnsOf, emptyBitmap, readRow, rowsOf, TILE, WORDS } from './bitmap.ts';
import { MaskEdit } from './edit.ts';

/** Bounds of one piece in pixels, and the number of its pixels. */
export interface Piece {
  x: number;
  y: number;
  w: number;
  h: number;
  area: number;
}

interface Run {
  from: number;
  to: number;
  piece: number;
}

/** Pieces in the order of their first pixels, from the top. Pixels that touch at a corner belong to the same piece. */
export const findPieces = (mask: Bitmap): Piece[] => trace(mask).found.filter((piece) => piece !== null);

/** Each piece alone, in the order of `findPieces`. @returns null if there are more than `most` */
export function splitPieces(mask: Bitmap, most: number): Bitmap[] | null {
  const rows: [number, Run[]][] = [];
  const { found, rootOf } = trace(mask, (y, runs) => rows.push([y, runs]));
  const { width, height } = mask;
  const edits = new Map<number, MaskEdit>();
  found.forEach((piece, at) => {
    if (piece) edits.set(at, new MaskEdit(emptyBitmap(width, height)));
  });
  if (edits.size > most) return null;
  for (const [y, runs] of rows)
    for (const { from, to, piece } of runs) edits.get(rootOf(piece))?.span(y, from, to, true);
  return [...edits.values()].map((edit) => {
    edit.end();
    return edit.bitmap;
  });
}

/**
 * @param onRow is called for each row with its runs
 * @returns pieces by number, null for those that were joined to others, and the number of the piece to which one was joined
 */
function trace(mask: Bitmap, onRow?: (y: number, runs: Run[]) => void) {
  const found: (Piece | null)[] = [];
  const joined: number[] = [];
  const rootOf = (piece: number): number => {
    let root = piece;
    while (joined[root] !== root) root = joined[root]!;
    for (let at = piece; joined[at] !== root; ) [at, joined[at]] = [joined[at]!, root];
    return root;
  };
  let above: Run[] = [];
  const row = new Uint32Array(columnsOf(mask) * WORDS);
  for (const y of paintedRows(mask)) {
    if (y % TILE === 0 && !hasTiles(mask, y - 1)) above = [];
    readRow(mask, y, row);
    const runs = runsOf(row, y);
    for (const { run, piece } of runs) {
      run.piece = found.push(piece) - 1;
      joined.push(run.piece);
    }
    for (const [upper, lower] of touching(
      above,
      runs.map(({ run }) => run),
    ))
      unite(found, joined, rootOf(upper.piece), rootOf(lower.piece));
    above = runs.map(({ run }) => run);
    onRow?.(y, above);
  }
  return { found, rootOf };
}

/** Adds the later piece to the earlier one. */
function unite(found: (Piece | null)[], joined: number[], one: number, other: number): void {
  if (one === other) return;
  const [kept, gone] = one < other ? [one, other] : [other, one];
  const [a, b] = [found[kept]!, found[gone]!];
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const [right, bottom] = [Math.max(a.x + a.w, b.x + b.w), Math.max(a.y + a.h, b.y + b.h)];
  found[kept] = { x, y, w: right - x, h: bottom - y, area: a.area + b.area };
  found[gone] = null;
  joined[gone] = kept;
}

/** Pairs of runs in neighbouring rows that touch, also at a corner. Both rows are sorted from left to right. */
function* touching(above: readonly Run[], below: readonly Run[]): Generator<[Run, Run]> {
  let at = 0;
  for (const lower of below) {
    while (at < above.length && above[at]!.to < lower.from) at += 1;
    for (let next = at; next < above.length && above[next]!.from <= lower.to; next += 1)
      yield [above[next]!, lower];
  }
}

const hasTiles = (mask: Bitmap, y: number): boolean => {
  const first = Math.floor(y / TILE) * columnsOf(mask);
  return Array.from({ length: columnsOf(mask) }, (_, at) => first + at).some((index) =>
    mask.tiles.has(index),
  );
};

function* paintedRows(mask: Bitmap): Generator<number> {
  for (let row = 0; row < rowsOf(mask); row += 1) {
    if (!hasTiles(mask, row * TILE)) continue;
    const end = Math.min(mask.height, (row + 1) * TILE);
    for (let y = row * TILE; y < end; y += 1) yield y;
  }
}

function runsOf(row: Uint32Array, y: number): { run: Run; piece: Piece }[] {
  const runs: { run: Run; piece: Piece }[] = [];
  for (let x = nextBit(row, 0, 1); x >= 0; ) {
    const end = nextBit(row, x, 0);
    const to = end < 0 ? row.length * 32 : end;
    runs.push({ run: { from: x, to, piece: -1 }, piece: { x, y, w: to - x, h: 1, area: to - x } });
    x = end < 0 ? -1 : nextBit(row, to, 1);
  }
  return runs;
}

/** The first pixel at `x` or to the right of it that has this value; -1 if there is none. */
function nextBit(row: Uint32Array, x: number, value: 0 | 1): number {
  for (let word = x >> 5; word < row.length; word += 1) {
    const bits = (value === 1 ? row[word]! : ~row[word]!) & (word === x >> 5 ? -1 << (x & 31) : -1);
    if (bits !== 0) return word * 32 + 31 - Math.clz32(bits & -bits);
  }
  return -1;
}

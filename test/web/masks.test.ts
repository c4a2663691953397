/**
 * Masks of the editor, against what each definition says pixel by pixel.
 * @covers Contract 9, 12: masks of the editor: pixels of each tool, PNG, several of a class (drawn, selected, split, joined, removed, of another class), undo, two people in the same classes, a closed tab, by keys, touch and pen (pressure, palms)
 */
import { describe, expect, test } from '@jest/globals';
import {
  type Bitmap,
  boundsOf,
  countBits,
  emptyBitmap,
  isPainted,
  isPaintedNear,
} from '../../web/src/pages/editor/mask/paint/bitmap.ts';
import { coverSegment, type Place } from '../../web/src/pages/editor/mask/paint/brush.ts';
import { differentTiles, MaskEdit } from '../../web/src/pages/editor/mask/paint/edit.ts';
import { allHoles, floodColor, holeAt } from '../../web/src/pages/editor/mask/paint/flood.ts';
import { grow, shrink } from '../../web/src/pages/editor/mask/paint/grow.ts';
import { findPieces, splitPieces } from '../../web/src/pages/editor/mask/paint/pieces.ts';
import { fillPolygon } from '../../web/src/pages/editor/mask/paint/polygon.ts';
import { fc } from '../support/fast-check.ts';

type Accepts = (x: number, y: number) => boolean;

/** As text, a row a line: what differs is seen in the message of a failed test. */
const shown = ({ width, height }: { width: number; height: number }, accepts: Accepts): string =>
  Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => (accepts(x, y) ? '#' : '.')).join(''),
  ).join('\n');
const pixels = (bitmap: Bitmap): string => shown(bitmap, (x, y) => isPainted(bitmap, x, y));

const painted = (width: number, height: number, paint: (edit: MaskEdit) => void): Bitmap => {
  const edit = new MaskEdit(emptyBitmap(width, height));
  paint(edit);
  edit.end();
  return edit.bitmap;
};
const on = (edit: MaskEdit) => (y: number, from: number, to: number) => edit.span(y, from, to, true);

const countPainted = ({ tiles }: Bitmap): number =>
  [...tiles.values()].flatMap((tile) => [...tile]).reduce((sum, word) => sum + countBits(word), 0);

/** A bitmap from rows of text. */
const drawn = (...rows: string[]): Bitmap =>
  painted(rows[0]!.length, rows.length, (edit) => {
    rows.forEach((row, y) => {
      [...row].forEach((pixel, x) => {
        if (pixel === '#') edit.span(y, x, x + 1, true);
      });
    });
  });

/** Quarters of a pixel: sums and products of them are exact. */
const place = (most: number): fc.Arbitrary<Place> => {
  const quarter = fc.integer({ min: -16, max: most * 4 + 16 }).map((value) => value / 4);
  return fc.record({ x: quarter, y: quarter });
};

/** Random pixels around the corner of four tiles. */
const noise = (width: number, height: number) =>
  fc.array(fc.boolean(), { minLength: width * height, maxLength: width * height }).map((bits) =>
    painted(width, height, (edit) => {
      bits.forEach((bit, at) => {
        const x = at % width;
        if (bit) edit.span(Math.floor(at / width), x, x + 1, true);
      });
    }),
  );

describe('the brush', () => {
  const isNear = (a: Place, b: Place, radius: number): Accepts => {
    const square = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
    return (x, y) => {
      const [px, py] = [x + 0.5 - a.x, y + 0.5 - a.y];
      const along = px * (b.x - a.x) + py * (b.y - a.y);
      if (along <= 0) return px ** 2 + py ** 2 <= radius ** 2;
      if (along >= square) return (x + 0.5 - b.x) ** 2 + (y + 0.5 - b.y) ** 2 <= radius ** 2;
      return (px * (b.y - a.y) - py * (b.x - a.x)) ** 2 <= radius ** 2 * square;
    };
  };

  test('paints the pixels whose centre is within its radius of the way, and no others', () => {
    const cases = fc.property(place(40), place(40), fc.integer({ min: 2, max: 20 }), (a, b, diameter) => {
      const found = painted(40, 40, (edit) => coverSegment(a, b, diameter, on(edit)));
      expect(pixels(found)).toBe(shown(found, isNear(a, b, diameter / 2)));
    });
    fc.assert(cases, { numRuns: 300 });
  });

  test('paints the same pixels however often the pointer is heard', () => {
    const cases = fc.property(
      place(40),
      place(2),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 16 }),
      (a, step, diameter, steps) => {
        const at = (count: number) => ({ x: a.x + step.x * count, y: a.y + step.y * count });
        const once = painted(80, 80, (edit) => coverSegment(a, at(steps), diameter, on(edit)));
        const often = painted(80, 80, (edit) => {
          for (let count = 0; count < steps; count += 1)
            coverSegment(at(count), at(count + 1), diameter, on(edit));
        });
        expect(pixels(often)).toBe(pixels(once));
      },
    );
    fc.assert(cases, { numRuns: 120 });
  });

  test('one pixel wide, it paints every pixel that the way goes through', () => {
    const cases = fc.property(place(30), place(30), (a, b) => {
      const found = painted(30, 30, (edit) => coverSegment(a, b, 1, on(edit)));
      for (let share = 0; share <= 1; share += 1 / 256) {
        const at = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
        const [x, y] = [Math.floor(at.x), Math.floor(at.y)];
        const isIn = x >= 0 && y >= 0 && x < 30 && y < 30;
        if (isIn && !isPainted(found, x, y)) throw new Error(`${at.x} ${at.y} is not painted`);
      }
      // Nothing further away than a pixel's corner is from its centre.
      for (const row of [...Array(30).keys()])
        for (const column of [...Array(30).keys()])
          if (isPainted(found, column, row) && !isNear(a, b, Math.SQRT1_2 + 1e-9)(column, row))
            throw new Error(`${column} ${row} is too far away`);
    });
    fc.assert(cases, { numRuns: 100 });
  });

  test('small sizes have the shapes that one expects', () => {
    const disc = (at: number, diameter: number) =>
      pixels(painted(5, 5, (edit) => coverSegment({ x: at, y: at }, { x: at, y: at }, diameter, on(edit))));
    expect(disc(2.5, 1)).toBe('.....\n.....\n..#..\n.....\n.....');
    expect(disc(2, 2)).toBe('.....\n.##..\n.##..\n.....\n.....');
    expect(disc(2.5, 3)).toBe('.....\n.###.\n.###.\n.###.\n.....');
    expect(disc(2.5, 5)).toBe('.###.\n#####\n#####\n#####\n.###.');
  });
});

describe('a polygon', () => {
  const isInside =
    (corners: readonly Place[]): Accepts =>
    (x, y) => {
      const [px, py] = [x + 0.5, y + 0.5];
      const crossings = corners.filter((corner, at) => {
        const next = corners[(at + 1) % corners.length]!;
        const [upper, lower] = corner.y <= next.y ? [corner, next] : [next, corner];
        if (upper.y >= py - 0 && upper.y > py) return false;
        if (lower.y <= py) return false;
        return upper.x + ((py - upper.y) / (lower.y - upper.y)) * (lower.x - upper.x) <= px;
      });
      return crossings.length % 2 === 1;
    };

  test('has the pixels whose centre is inside by the even-odd rule', () => {
    const corners = fc.array(place(30), { minLength: 3, maxLength: 12 });
    const cases = fc.property(corners, (each) => {
      const found = painted(30, 30, (edit) => fillPolygon(each, 30, on(edit)));
      expect(pixels(found)).toBe(shown(found, isInside(each)));
    });
    fc.assert(cases, { numRuns: 300 });
  });

  test('leaves no gap to a neighbour and does not overlap it', () => {
    const cases = fc.property(place(30), place(30), place(30), (a, b, c) => {
      const corners = [
        { x: -9, y: -9 },
        { x: 99, y: -9 },
        { x: 99, y: 99 },
        { x: -9, y: 99 },
      ];
      const way = [a, b, c];
      const [left, right] = [
        [corners[0]!, ...way, corners[2]!, corners[3]!],
        [corners[0]!, corners[1]!, corners[2]!, ...way.toReversed()],
      ].map((each) => painted(30, 30, (edit) => fillPolygon(each, 30, on(edit)))) as [Bitmap, Bitmap];
      expect(pixels(left)).toBe(shown(right, (x, y) => !isPainted(right, x, y)));
    });
    fc.assert(cases, { numRuns: 200 });
  });

  test('a line and two corners have no pixels', () => {
    const line = [1, 5, 9].map((value) => ({ x: value, y: value }));
    expect(countPainted(painted(10, 10, (edit) => fillPolygon(line, 10, on(edit))))).toBe(0);
    expect(countPainted(painted(10, 10, (edit) => fillPolygon(line.slice(1), 10, on(edit))))).toBe(0);
  });
});

/** Pixels joined to one by edges, one at a time. */
function joinedTo(x: number, y: number, width: number, height: number, accepts: Accepts): Set<string> {
  const found = new Set<string>();
  const waiting: [number, number][] = [[x, y]];
  while (waiting.length > 0) {
    const [column, row] = waiting.pop()!;
    const isOut = column < 0 || row < 0 || column >= width || row >= height;
    if (isOut || found.has(`${column} ${row}`) || !accepts(column, row)) continue;
    found.add(`${column} ${row}`);
    waiting.push([column - 1, row], [column + 1, row], [column, row - 1], [column, row + 1]);
  }
  return found;
}

describe('spreading', () => {
  const [WIDTH, HEIGHT] = [24, 17];
  const picture = fc.uint8Array({ minLength: WIDTH * HEIGHT * 4, maxLength: WIDTH * HEIGHT * 4, max: 3 });

  test('a flood has the joined pixels of which no channel differs by more than the tolerance', () => {
    const cases = fc.property(
      picture,
      fc.nat(WIDTH - 1),
      fc.nat(HEIGHT - 1),
      fc.nat(3),
      (data, x, y, most) => {
        const at = (column: number, row: number) => data.subarray((row * WIDTH + column) * 4).subarray(0, 3);
        const seed = at(x, y);
        const accepts: Accepts = (column, row) =>
          at(column, row).every((value, channel) => Math.abs(value - seed[channel]!) <= most);
        const expected = joinedTo(x, y, WIDTH, HEIGHT, accepts);
        const found = floodColor({ width: WIDTH, height: HEIGHT, data }, x, y, most);
        expect(pixels(found)).toBe(shown(found, (column, row) => expected.has(`${column} ${row}`)));
      },
    );
    fc.assert(cases, { numRuns: 200 });
  });

  test('holes are what cannot be reached from the edge of the picture', () => {
    const cases = fc.property(noise(WIDTH, HEIGHT), fc.nat(WIDTH - 1), fc.nat(HEIGHT - 1), (mask, x, y) => {
      const accepts: Accepts = (column, row) => !isPainted(mask, column, row);
      const areaOf = (column: number, row: number) => joinedTo(column, row, WIDTH, HEIGHT, accepts);
      const isHole = (area: Set<string>) =>
        area.size > 0 &&
        [...area].every((each) => {
          const [column, row] = each.split(' ').map(Number) as [number, number];
          return column > 0 && row > 0 && column < WIDTH - 1 && row < HEIGHT - 1;
        });
      expect(pixels(allHoles(mask))).toBe(shown(mask, (column, row) => isHole(areaOf(column, row))));
      const area = areaOf(x, y);
      const hole = holeAt(mask, x, y);
      expect(hole !== null).toBe(isHole(area));
      if (hole) expect(pixels(hole)).toBe(shown(mask, (column, row) => area.has(`${column} ${row}`)));
    });
    fc.assert(cases, { numRuns: 20 });
  });
});

describe('growing and shrinking', () => {
  /** Moved to where four tiles meet, and with a width that is no multiple of 32. */
  const wide = fc
    .tuple(noise(20, 20), fc.constantFrom(0, 20, 245), fc.constantFrom(0, 240, 250))
    .map(([small, dx, dy]) =>
      painted(dx + 20, dy + 20, (edit) => {
        for (let at = 0; at < 400; at += 1) {
          const [x, y] = [at % 20, Math.floor(at / 20)];
          if (isPainted(small, x, y)) edit.span(dy + y, dx + x, dx + x + 1, true);
        }
      }),
    );
  const around = (x: number, y: number) =>
    [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((across) => [x + across, y + down] as const));

  test('grow adds the 8 neighbours, shrink removes what has an unpainted one', () => {
    const cases = fc.property(wide, (mask) => {
      const { width, height } = mask;
      const isIn = ([x, y]: readonly [number, number]) => x >= 0 && y >= 0 && x < width && y < height;
      const grown: Accepts = (x, y) => around(x, y).some(([column, row]) => isPainted(mask, column, row));
      const shrunk: Accepts = (x, y) =>
        around(x, y)
          .filter(isIn)
          .every(([column, row]) => isPainted(mask, column, row));
      expect(pixels(grow(mask))).toBe(shown(mask, grown));
      expect(pixels(shrink(mask))).toBe(shown(mask, shrunk));
    });
    fc.assert(cases, { numRuns: 12 });
  });

  test('a mask of the whole picture stays', () => {
    const whole = painted(300, 260, (edit) => {
      for (let y = 0; y < 260; y += 1) edit.span(y, 0, 300, true);
    });
    expect(countPainted(shrink(whole))).toBe(300 * 260);
    expect(countPainted(grow(whole))).toBe(300 * 260);
  });
});

describe('pieces', () => {
  test('are joined by edges and corners, with their bounds and area', () => {
    const mask = drawn('##...#', '..#...', '......', '#.#..#', '###..#');
    expect(findPieces(mask)).toEqual([
      { x: 0, y: 0, w: 3, h: 2, area: 3 },
      { x: 5, y: 0, w: 1, h: 1, area: 1 },
      { x: 0, y: 3, w: 3, h: 2, area: 5 },
      { x: 5, y: 3, w: 1, h: 2, area: 2 },
    ]);
  });

  test('together they have every pixel and the bounds of the mask', () => {
    const cases = fc.property(noise(40, 12), (mask) => {
      const found = findPieces(mask);
      expect(found.reduce((sum, { area }) => sum + area, 0)).toBe(countPainted(mask));
      const bounds = boundsOf(mask);
      if (!bounds) return expect(found).toEqual([]);
      const [right, bottom] = [
        Math.max(...found.map(({ x, w }) => x + w)),
        Math.max(...found.map(({ y, h }) => y + h)),
      ];
      const [x, y] = [Math.min(...found.map((piece) => piece.x)), Math.min(...found.map((piece) => piece.y))];
      expect({ x, y, w: right - x, h: bottom - y }).toEqual(bounds);
    });
    fc.assert(cases, { numRuns: 100 });
  });

  test('a gap of a row of tiles parts them', () => {
    const mask = painted(10, 800, (edit) => {
      for (const y of [255, 768]) edit.span(y, 3, 6, true);
    });
    expect(findPieces(mask).length).toBe(2);
  });
});

test('split into its pieces, a mask is what they are together, each alone, unless there are too many', () => {
  const cases = fc.property(noise(40, 12), (mask) => {
    const pieces = findPieces(mask);
    const parts = splitPieces(mask, 400) ?? [];
    expect(parts.map((part) => findPieces(part))).toEqual(pieces.map((piece) => [piece]));
    expect(parts.reduce((sum, part) => sum + countPainted(part), 0)).toBe(countPainted(mask));
    const all = painted(40, 12, (edit) => {
      for (const part of parts) edit.combine(part, true);
    });
    expect(pixels(all)).toBe(pixels(mask));
    if (pieces.length > 0) expect(splitPieces(mask, pieces.length - 1)).toBeNull();
  });
  fc.assert(cases, { numRuns: 60 });
});

test('a square has a painted pixel or none', () => {
  const size = { width: 600, height: 300 };
  const cases = fc.property(
    fc.nat(size.width - 1),
    fc.nat(size.height - 1),
    place(600),
    fc.integer({ min: 1, max: 300 }),
    (x, y, middle, reach) => {
      fc.pre(!Number.isInteger(middle.x) && !Number.isInteger(middle.y));
      const mask = painted(size.width, size.height, (edit) => edit.span(y, x, x + 1, true));
      const isWithin = (pixel: number, at: number) => pixel + 1 > at - reach && pixel < at + reach;
      const expected = isWithin(x, middle.x) && isWithin(y, middle.y);
      expect(isPaintedNear(mask, middle.x, middle.y, reach)).toBe(expected);
    },
  );
  fc.assert(cases, { numRuns: 300 });
});

describe('edits', () => {
  const stroke = fc.record({
    a: place(700),
    b: place(700),
    size: fc.integer({ min: 1, max: 60 }),
    paints: fc.boolean(),
  });

  test('they leave the state before as it was, and share the tiles that have not changed', () => {
    const cases = fc.property(fc.array(stroke, { minLength: 1, maxLength: 8 }), (strokes) => {
      let bitmap = emptyBitmap(700, 600);
      const states: [now: Bitmap, then: Bitmap][] = [];
      for (const { a, b, size, paints } of strokes) {
        states.push([bitmap, structuredClone(bitmap)]);
        const edit = new MaskEdit(bitmap);
        coverSegment(a, b, size, (y, from, to) => edit.span(y, from, to, paints));
        const isChanged = edit.end();
        const different = differentTiles(bitmap, edit.bitmap);
        expect(isChanged).toBe(different.length > 0);
        for (const index of different)
          expect(edit.bitmap.tiles.get(index)).not.toEqual(bitmap.tiles.get(index));
        bitmap = edit.bitmap;
      }
      for (const [now, then] of states) expect(now.tiles).toEqual(then.tiles);
    });
    fc.assert(cases, { numRuns: 40 });
  });

  test('what was painted is erased without a rest, and keeps no tile', () => {
    const mask = painted(600, 600, (edit) => {
      coverSegment({ x: 20, y: 20 }, { x: 580, y: 590 }, 33, on(edit));
    });
    const edit = new MaskEdit(mask);
    for (let y = 0; y < 600; y += 1) edit.span(y, -5, 700, false);
    edit.end();
    expect(edit.bitmap.tiles.size).toBe(0);
    expect(mask.tiles.size).toBeGreaterThan(3);
  });
});

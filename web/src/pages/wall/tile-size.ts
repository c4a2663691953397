/** The size of the tiles on the monitor wall: as large as possible while all are visible. Pure; in pixels. */

export interface Wall {
  width: number;
  height: number;
  gap: number;
  /** Height of a tile's text. */
  foot: number;
  /** Smallest width of a tile. If not all fit at this width, the wall scrolls. */
  narrowest: number;
}

/** Width of a picture divided by its height. */
const RATIO = 4 / 3;

export interface Tiles {
  columns: number;
  /** Of each tile. */
  width: number;
}

export function tilesOf(count: number, wall: Wall): Tiles {
  const { width, gap, narrowest } = wall;
  const most = Math.max(1, Math.min(count, Math.floor((width + gap) / (narrowest + gap))));
  const inSight = Array.from({ length: most }, (_, index) => fit(count, index + 1, wall));
  const largest = inSight.reduce((best, each) => (each.width > best.width ? each : best));
  if (largest.width >= narrowest) return largest;
  return { columns: most, width: (width - gap * (most - 1)) / most };
}

/** The largest tiles for a number of columns that fit the width and the height. */
function fit(count: number, columns: number, { width, height, gap, foot }: Wall): Tiles {
  const rows = Math.ceil(count / columns);
  const tallest = (height - gap * (rows - 1)) / rows - foot;
  return { columns, width: Math.min((width - gap * (columns - 1)) / columns, tallest * RATIO) };
}

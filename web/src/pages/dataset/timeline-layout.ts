/**
 * The layout of the timeline in pixels, newest group first. It is computed from counters alone, so that the scrollbar is
 * right from the start, and nothing moves when images are loaded.
 */

export interface GroupSize {
  id: string;
  /** Images in it. */
  count: number;
  /** Stands for groups that have not been read. Its height is estimated from that of the known groups. */
  isGuess?: boolean;
}

export interface Grid {
  /** Width available for the tiles of a row. */
  width: number;
  /** Preferred width of a tile. The actual width differs a little, so that rows are full. */
  preferredTile: number;
  /** Width of a tile divided by its height. */
  ratio: number;
  gap: number;
  /** Height of the line above each group. */
  header: number;
  /** Space below each group. */
  footer: number;
}

export interface Section extends GroupSize {
  top: number;
  height: number;
  /** Distance from the top of a row to the top of the next one. */
  rowStep: number;
  /** Position of the group's first image in the whole timeline. */
  first: number;
}

export interface Layout {
  sections: readonly Section[];
  columns: number;
  tileWidth: number;
  tileHeight: number;
  height: number;
  grid: Grid;
}

export function layOut(groups: readonly GroupSize[], grid: Grid): Layout {
  const columns = Math.max(1, Math.round((grid.width + grid.gap) / (grid.preferredTile + grid.gap)));
  const tileWidth = Math.max(1, (grid.width - grid.gap * (columns - 1)) / columns);
  const tileHeight = Math.round(tileWidth / grid.ratio);
  const heightOf = (count: number): number => {
    const rows = Math.ceil(count / columns);
    return grid.header + Math.max(0, rows * (tileHeight + grid.gap) - grid.gap) + grid.footer;
  };
  const known = groups.filter(({ isGuess }) => !isGuess);
  const perImage = sum(known.map(({ count }) => heightOf(count))) / sum(known.map(({ count }) => count));
  const sections: Section[] = [];
  let top = 0;
  let first = 0;
  for (const group of groups) {
    const { count, isGuess = false } = group;
    const plain = heightOf(count);
    const height = isGuess && perImage > 0 ? Math.max(plain, Math.round(perImage * count)) : plain;
    const spread = (height - plain) / Math.max(1, Math.ceil(count / columns));
    sections.push({ ...group, top, height, first, rowStep: tileHeight + grid.gap + spread });
    top += height;
    first += count;
  }
  return { sections, columns, tileWidth, tileHeight, height: top, grid };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The visible images of a section: from `from` (inclusive) to `to` (exclusive). */
export interface Visible {
  section: Section;
  from: number;
  to: number;
}

/** The sections and images between two vertical positions. */
export function visibleIn(layout: Layout, top: number, bottom: number): Visible[] {
  const { sections, columns, grid } = layout;
  const visible: Visible[] = [];
  for (let index = sectionAt(sections, top); index < sections.length; index += 1) {
    const section = sections[index] as Section;
    if (section.top >= bottom) break;
    const row = (height: number) => (height - section.top - grid.header) / section.rowStep;
    const from = Math.max(0, Math.floor(row(top))) * columns;
    const to = Math.min(section.count, Math.max(0, Math.ceil(row(bottom))) * columns);
    visible.push({
      section,
      from: Math.min(from, section.count),
      to: Math.max(to, Math.min(from, section.count)),
    });
  }
  return visible;
}

/** Index of the last section that begins at or above a vertical position. */
function sectionAt(sections: readonly Section[], height: number): number {
  let low = 0;
  let high = sections.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sections[middle] as Section).top <= height) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Position and size of an image. @param index its number within the section */
export function placeOf(
  { columns, tileWidth, tileHeight, grid }: Layout,
  section: Section,
  index: number,
): Place {
  const column = index % columns;
  const row = Math.floor(index / columns);
  return {
    left: column * (tileWidth + grid.gap),
    top: section.top + grid.header + row * section.rowStep,
    width: tileWidth,
    height: tileHeight,
  };
}

/** In pixels of the whole timeline. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Positions in the timeline of the images that an area touches. */
export function placesIn(layout: Layout, area: Area): number[] {
  return visibleIn(layout, area.top, area.bottom).flatMap(({ section, from, to }) =>
    Array.from({ length: to - from }, (_, index) => from + index)
      .filter((index) => {
        const { left, top, width, height } = placeOf(layout, section, index);
        const isBeside = left > area.right || left + width < area.left;
        return !isBeside && top <= area.bottom && top + height >= area.top;
      })
      .map((index) => section.first + index),
  );
}

/** Position in the timeline of the neighbouring image in a direction; `at` itself if there is none. */
export function neighbour(layout: Layout, at: number, step: 'left' | 'right' | 'up' | 'down'): number {
  const total = layout.sections.reduce((sum, { count }) => sum + count, 0);
  if (step === 'left') return Math.max(0, at - 1);
  if (step === 'right') return Math.min(total - 1, at + 1);
  const index = layout.sections.findIndex(({ first, count }) => at >= first && at < first + count);
  const section = layout.sections[index];
  if (!section) return at;
  const column = (at - section.first) % layout.columns;
  const inside = at + (step === 'down' ? layout.columns : -layout.columns);
  if (inside >= section.first && inside < section.first + section.count) return inside;
  return step === 'down' ? below(layout, index, section, at, column) : above(layout, index, at, column);
}

function below(layout: Layout, index: number, section: Section, at: number, column: number): number {
  const last = section.first + section.count - 1;
  const isInLastRow =
    Math.floor((at - section.first) / layout.columns) === Math.floor((section.count - 1) / layout.columns);
  if (!isInLastRow) return last;
  const next = layout.sections.slice(index + 1).find(({ count }) => count > 0);
  return next ? next.first + Math.min(column, next.count - 1) : at;
}

function above({ sections, columns }: Layout, index: number, at: number, column: number): number {
  const before = sections.slice(0, index).findLast(({ count }) => count > 0);
  if (!before) return at;
  const lastRow = Math.floor((before.count - 1) / columns) * columns;
  return before.first + Math.min(lastRow + column, before.count - 1);
}

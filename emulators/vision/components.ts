/** Connected pixels; `right` and `bottom` are included. */
export interface Component {
  left: number;
  top: number;
  right: number;
  bottom: number;
  pixels: number[];
}

/** Connected components of the set pixels; diagonal neighbours are connected. */
export function findComponents(marks: Uint8Array, width: number): Component[] {
  const left = marks.slice();
  const components: Component[] = [];
  for (let at = 0; at < left.length; at++) {
    if (left[at] === 1) components.push(takeComponent(left, width, at));
  }
  return components;
}

/** Clears the component's pixels in `marks`. */
function takeComponent(marks: Uint8Array, width: number, start: number): Component {
  const pixels = [start];
  const box = { left: width, top: marks.length, right: 0, bottom: 0 };
  marks[start] = 0;
  for (let turn = 0; turn < pixels.length; turn++) {
    const at = pixels[turn]!;
    const [x, y] = [at % width, (at / width) | 0];
    if (x < box.left) box.left = x;
    if (x > box.right) box.right = x;
    if (y < box.top) box.top = y;
    if (y > box.bottom) box.bottom = y;
    for (let dy = -width; dy <= width; dy += width) {
      for (let dx = x === 0 ? 0 : -1; dx <= (x === width - 1 ? 0 : 1); dx++) {
        const next = at + dy + dx;
        if (marks[next] !== 1) continue;
        marks[next] = 0;
        pixels.push(next);
      }
    }
  }
  return { ...box, pixels };
}

export const boxArea = ({ left, top, right, bottom }: Component): number =>
  (right - left + 1) * (bottom - top + 1);

/** Merges components that are mostly inside another's box: a gap in an outline does not make two objects. */
export function mergeNested(components: readonly Component[]): Component[] {
  const merged: Component[] = [];
  for (const each of [...components].sort((a, b) => boxArea(b) - boxArea(a))) {
    const home = merged.find((other) => sharedArea(each, other) >= 0.7 * boxArea(each));
    if (home) home.pixels.push(...each.pixels);
    else merged.push({ ...each, pixels: [...each.pixels] });
  }
  return merged;
}

function sharedArea(a: Component, b: Component): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left) + 1;
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) + 1;
  return Math.max(0, width) * Math.max(0, height);
}

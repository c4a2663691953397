/** Twelve class colors that color-blind people can tell apart. Pages always show a class's name or key as well. */
export const PALETTE = [
  ['#0072b2', '#56b4e9'],
  ['#d55e00', '#f28e2b'],
  ['#009e73', '#3ecf9b'],
  ['#cc79a7', '#e79cc4'],
  ['#8c6d00', '#e0c32a'],
  ['#5e3c99', '#b59ae0'],
  ['#a6324d', '#f27b8f'],
  ['#117a8b', '#5fd0de'],
  ['#6b7d1a', '#b5cc4e'],
  ['#8a4b2a', '#d99a6c'],
  ['#3b4fa0', '#93a5f0'],
  ['#5c6670', '#b3bcc6'],
] as const;

/** A CSS color for both themes. @param index position of the class in its dataset's list */
export function classColor(index: number): string {
  const [light, dark] = PALETTE[index % PALETTE.length] as (typeof PALETTE)[number];
  return `light-dark(${light}, ${dark})`;
}

const CSS_COLOR = /^(#[\da-f]{3,8}|[a-z]{3,20}|(rgb|hsl|oklch|oklab|lab|lch)a?\([\d\s.,%/a-z-]+\))$/i;

/**
 * A class's own color for both themes, else one from the palette.
 * @param own a CSS color, or `''`
 */
export function colorOf(own: string, index: number): string {
  const known = PALETTE.findIndex(([light]) => light === own.toLowerCase());
  if (known >= 0) return classColor(known);
  return CSS_COLOR.test(own)
    ? `light-dark(${own}, color-mix(in oklab, ${own} 72%, white))`
    : classColor(index);
}

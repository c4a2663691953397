import type { Component } from './components.ts';

/** Shape of the outline; this server does not recognize objects by name. */
export type ShapeName = 'Line' | 'Rod' | 'Ring' | 'Disc' | 'Plate' | 'Object';

/** Names a component by its elongation, how well it fills its ellipse and whether it has a hole in the middle. */
export function nameShape(component: Component, width: number): ShapeName {
  const { long, short, centre } = axesOf(component, width);
  const area = component.pixels.length;
  const ratio = long / Math.max(short, 0.5);
  if (ratio > 7) return 'Line';
  if (ratio > 2.2) return 'Rod';
  const hollow = !component.pixels.includes(Math.round(centre.y) * width + Math.round(centre.x));
  if (ratio < 1.25 && hollow) return 'Ring';
  // The moments of a full ellipse give its area.
  const fill = area / (Math.PI * long * short);
  if (ratio < 1.25 && fill > 0.94) return 'Disc';
  return fill > 0.8 ? 'Plate' : 'Object';
}

/** Half axes of the ellipse that has the component's second moments, and its centre. */
function axesOf({ pixels }: Component, width: number) {
  let [sx, sy, xx, yy, xy] = [0, 0, 0, 0, 0];
  for (const at of pixels) {
    const [x, y] = [at % width, (at / width) | 0];
    sx += x;
    sy += y;
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  const count = pixels.length;
  const centre = { x: sx / count, y: sy / count };
  const [vx, vy, c] = [
    xx / count - centre.x ** 2,
    yy / count - centre.y ** 2,
    xy / count - centre.x * centre.y,
  ];
  const spread = Math.sqrt(((vx - vy) / 2) ** 2 + c ** 2);
  const axis = (variance: number) => 2 * Math.sqrt(Math.max(0, variance));
  return { long: axis((vx + vy) / 2 + spread), short: axis((vx + vy) / 2 - spread), centre };
}

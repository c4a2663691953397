/** How classes and annotations look on a tile. Pure. */
import type { ListedAnnotation } from '../../../../../client/src/curate/records.ts';

export interface ClassLook {
  name: string;
  color: string;
}

/** A point is a line without length, whose round ends are a dot of one size at any scale. */
export function outlineOf({ type, x, y, w, h }: ListedAnnotation, width: number, height: number): string {
  const start = `M${x * width} ${y * height}`;
  return type === 'point' ? `${start}h0` : `${start}h${w * width}v${h * height}h${-w * width}z`;
}

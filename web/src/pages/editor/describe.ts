/** Describes an annotation in words, for the list and for screen readers. Pure. */
import type { Texts } from '../../text/en.ts';
import type { ClassLooks } from './canvas/scene-painter.ts';
import { type Annotation, isMask } from './model/drawing.ts';
import { type Size, toPixels } from './model/geometry.ts';

export function describe(annotation: Annotation, size: Size, looks: ClassLooks, text: Texts): string {
  const { editor, masks } = text;
  const { x, y, w, h } = toPixels(annotation, size);
  const name = looks.get(annotation.tag)?.name ?? annotation.tag;
  const round = Math.round;
  const kind = isMask(annotation) ? masks.mask : editor.kindOf[annotation.type];
  const what =
    annotation.type === 'point'
      ? editor.describedPoint(name, Math.floor(x), Math.floor(y))
      : editor.described(name, kind, round(x), round(y), round(w), round(h));
  return annotation.labeled === 'inference' ? `${what}, ${editor.inference}` : what;
}

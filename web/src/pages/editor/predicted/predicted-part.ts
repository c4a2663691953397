/** Masks of predictions, see-through below their dashed frames. */
import { rgbOf } from '../mask/paint/colour.ts';
import { MaskPainter } from '../mask/paint/painter.ts';
import type { EditorPart } from '../part.ts';

const OPACITY = 0.3;

export function predictedPart(): EditorPart {
  const painter = new MaskPainter();
  return {
    tools: [],
    paint: (context, host, looks) => {
      const masks = host.offers.flatMap(({ id, tag, bitmap }) =>
        bitmap ? [{ id, bitmap, color: rgbOf(looks.get(tag)?.color ?? '#888888', context) }] : [],
      );
      if (!painter.paint(context, masks, OPACITY)) requestAnimationFrame(() => host.repaintParts());
    },
    close: () => painter.close(),
  };
}

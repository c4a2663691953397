/** Masks of predictions, see-through below their dashed frames. */
import { coloured } from '../mask/paint/colour.ts';
import { MaskPainter } from '../mask/paint/painter.ts';
import type { MaskLayer, Offer } from '../model/drawing.ts';
import type { EditorPart } from '../part.ts';

export const OFFER_OPACITY = 0.3;

export const offeredMasks = (offers: readonly Offer[]): MaskLayer[] =>
  offers.flatMap(({ id, tag, bitmap }) => (bitmap ? [{ id, tag, bitmap }] : []));

export function predictedPart(): EditorPart {
  const painter = new MaskPainter();
  return {
    tools: [],
    paint: (context, host, looks) => {
      const masks = coloured(offeredMasks(host.offers), looks, context);
      if (!painter.paint(context, masks, OFFER_OPACITY)) requestAnimationFrame(() => host.repaintParts());
    },
    close: () => painter.close(),
  };
}

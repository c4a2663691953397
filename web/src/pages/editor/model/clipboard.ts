/** Copied annotations, to be pasted on this page. */
import { type Annotation, newId } from './drawing.ts';
import { type Box, type Size, toPixels, toShares, within } from './geometry.ts';

type Copied = Pick<Annotation, 'type' | 'tag'> & { box: Box };

let copied: readonly Copied[] = [];

export const clipboard = {
  copy(annotations: readonly Annotation[], size: Size): void {
    copied = annotations.map((each) => ({ type: each.type, tag: each.tag, box: toPixels(each, size) }));
  },

  /** At the same pixel positions. Boxes are cut off at the edge of the image, and skipped if nothing is left. */
  paste(size: Size): Annotation[] {
    return copied.flatMap(({ type, tag, box }) => {
      const inside = within(box, size);
      const isOutside =
        type === 'point' ? box.x > size.width || box.y > size.height : inside.w < 1 || inside.h < 1;
      if (isOutside) return [];
      return [{ id: newId(), type, tag, labeled: 'manual', ...toShares(inside, size) }];
    });
  },
};

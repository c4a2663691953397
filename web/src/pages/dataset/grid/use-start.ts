import { type RefObject, useEffect, useRef } from 'react';
import type { GridPlace } from '../../../app/places/grid-place.ts';
import type { Viewport } from '../../../ui/frame/use-viewport.ts';
import { type Layout, placeOf, visibleIn } from '../timeline-layout.ts';
import type { Places } from './places.ts';

/** Milliseconds without scrolling until the address says where one is: browsers limit how often it may change. */
const STAYS = 400;

interface Started {
  scroller: RefObject<HTMLElement | null>;
  layout: Layout;
  images: Places;
  viewport: Viewport;
  /** Where to begin; null: at the top. */
  start: GridPlace | null;
  /** Gives a position the focus. */
  onFocus: (place: GridPlace) => void;
  /** Where it is, once it stays there; null: at the top. */
  onStay: (place: GridPlace | null) => void;
}

/** Begins where somebody was: the image is in view and has the focus. Then says where it is. */
export function useStart({ scroller, layout, images, viewport, start, onFocus, onStay }: Started): void {
  const left = useRef(start);
  const went = useRef<number | null>(null);
  const latest = useRef({ onFocus, onStay, images });
  latest.current = { onFocus, onStay, images };
  const found = left.current && images.placeOf(left.current.id);
  const isReady = viewport.height > 0 && layout.sections.length > 0;
  useEffect(() => {
    const place = left.current;
    const shown = scroller.current;
    if (!place || !isReady || !shown) return;
    // Whoever has scrolled since is elsewhere.
    if (went.current !== null && Math.abs(shown.scrollTop - went.current) > 1) {
      left.current = null;
      return;
    }
    const at = found ?? place.at;
    const section = layout.sections.find(({ first, count }) => at >= first && at < first + count);
    if (section) shown.scrollTop = placeOf(layout, section, at - section.first).top - layout.grid.header;
    went.current = shown.scrollTop;
    if (found === undefined) return;
    left.current = null;
    latest.current.onFocus({ at, id: place.id });
    shown.focus({ preventScroll: true });
  }, [scroller, layout, isReady, found]);
  const { top, height } = viewport;
  useEffect(() => {
    if (!isReady || left.current) return;
    const timer = setTimeout(() => {
      const [first] = visibleIn(layout, top + layout.grid.header, top + height);
      const at = first ? first.section.first + first.from : 0;
      const id = latest.current.images.idAt(at);
      if (top < layout.grid.header) latest.current.onStay(null);
      else if (id !== null) latest.current.onStay({ at, id });
    }, STAYS);
    return () => clearTimeout(timer);
  }, [isReady, layout, top, height]);
}

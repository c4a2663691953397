import { type RefObject, useEffect, useState } from 'react';

export interface Viewport {
  width: number;
  height: number;
  top: number;
}

/** The visible part of a scrolling element. Updates at most once per animation frame. */
export function useViewport(element: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState<Viewport>({ width: 0, height: 0, top: 0 });
  useEffect(() => {
    const shown = element.current;
    if (!shown) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      setViewport({ width: shown.clientWidth, height: shown.clientHeight, top: shown.scrollTop });
    };
    const later = () => {
      frame ||= requestAnimationFrame(measure);
    };
    const sizes = new ResizeObserver(later);
    sizes.observe(shown);
    shown.addEventListener('scroll', later, { passive: true });
    measure();
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      shown.removeEventListener('scroll', later);
    };
  }, [element]);
  return viewport;
}

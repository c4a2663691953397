import { type RefObject, useEffect, useState } from 'react';
import type { Point } from '../editor/model/geometry.ts';
import { clamp } from '../editor/model/geometry.ts';
import { pan, pinch, type Viewport, wheelFactor, zoomAt } from '../editor/model/viewport.ts';

/** Relative to the middle of the figure. */
const WHOLE: Viewport = { scale: 1, x: 0, y: 0 };

/**
 * Two fingers or the wheel zoom the picture of a figure, never less than whole; then one finger or the mouse moves it. A double
 * click or tap shows all of it again.
 */
export function useZoom(figure: RefObject<HTMLElement | null>): Viewport {
  const [view, setView] = useState(WHOLE);
  useEffect(() => {
    const element = figure.current;
    if (!element) return;
    const leaving = new AbortController();
    const pressed = new Map<number, Point>();
    const show = (change: (before: Viewport) => Viewport) =>
      setView((before) => within(element, change(before)));
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => element.addEventListener(name, listener, { signal: leaving.signal, passive: false });
    const release = ({ pointerId }: PointerEvent) => pressed.delete(pointerId);
    on('pointerdown', (event) => {
      element.setPointerCapture(event.pointerId);
      pressed.set(event.pointerId, placeOf(event, element));
    });
    on('pointermove', (event) => {
      if (!pressed.has(event.pointerId)) return;
      const from = [...pressed.values()];
      pressed.set(event.pointerId, placeOf(event, element));
      const to = [...pressed.values()];
      const [a, b] = [from as [Point, Point], to as [Point, Point]];
      if (pressed.size === 2) show((before) => pinch(before, a, b, WHOLE.scale));
      if (pressed.size === 1) show((before) => pan(before, { x: b[0].x - a[0].x, y: b[0].y - a[0].y }));
    });
    on('pointerup', release);
    on('pointercancel', release);
    on('dblclick', () => setView(WHOLE));
    on('wheel', (event) => {
      event.preventDefault();
      const at = placeOf(event, element);
      const factor = wheelFactor(event.deltaY);
      show((before) => zoomAt(before, at, before.scale * factor, WHOLE.scale));
    });
    return () => leaving.abort();
  }, [figure]);
  return view;
}

function placeOf({ clientX, clientY }: MouseEvent, element: HTMLElement): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

/** The picture cannot be moved past its edge. */
function within({ firstElementChild }: HTMLElement, { scale, x, y }: Viewport): Viewport {
  const { offsetWidth = 0, offsetHeight = 0 } =
    firstElementChild instanceof HTMLElement ? firstElementChild : {};
  const keep = (by: number, length: number) => {
    const most = ((scale - 1) * length) / 2;
    return clamp(by, -most, most);
  };
  return { scale, x: keep(x, offsetWidth), y: keep(y, offsetHeight) };
}

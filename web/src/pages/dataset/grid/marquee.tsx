import { type RefObject, useEffect, useRef, useState } from 'react';
import { NOTHING, type Selection } from '../selection.ts';
import { type Area, type Layout, placesIn } from '../timeline-layout.ts';
import styles from './grid.module.css';
import type { Places } from './places.ts';

interface MarqueeProps {
  scroller: RefObject<HTMLElement | null>;
  /** Pixels beside the tiles. */
  margin: number;
  layout: Layout;
  images: Places;
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

/** Pixels by which a press may move and still be a click. */
const SLACK = 6;
/** Pixels at the edge of the view from which on it scrolls, how far, and milliseconds until it does so again. */
const EDGE = 32;
const SCROLL = 24;
const PACE = 40;

/** A mouse that is dragged selects the images that its rectangle touches; with Ctrl, they are added to the selected ones. */
export function Marquee({ scroller, margin, ...props }: MarqueeProps) {
  const [area, setArea] = useState<Area | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    let isDrawn = false;
    const begin = (event: PointerEvent) => {
      isDrawn = false;
      if (!begins(event, element)) return;
      const start = pointOf(event, element, margin);
      const { selection } = latest.current;
      const kept = event.ctrlKey || event.metaKey ? selection.ids : NOTHING.ids;
      const follow = (now: PointerEvent) => {
        const end = pointOf(now, element, margin);
        isDrawn ||= Math.hypot(end.x - start.x, end.y - start.y) > SLACK;
        if (!isDrawn) return;
        scrollAtEdge(now, element);
        const { layout, images, onSelect } = latest.current;
        const drawn = between(start, end);
        const ids = placesIn(layout, drawn).flatMap((place) => images.idAt(place) ?? []);
        setArea(drawn);
        onSelect({ ...NOTHING, ids: new Set([...kept, ...ids]), focus: selection.focus });
      };
      followDrag(event, signal, follow, () => setArea(null));
    };
    element.addEventListener('pointerdown', begin, { signal });
    // The end of the drag is not a click on the tile there.
    const swallow = (event: MouseEvent) => isDrawn && event.stopPropagation();
    element.addEventListener('click', swallow, { signal, capture: true });
    return () => leaving.abort();
  }, [scroller, margin]);
  if (!area) return null;
  const { left, top, right, bottom } = area;
  return <div className={styles.marquee} style={{ left, top, width: right - left, height: bottom - top }} />;
}

/** Not a finger, which scrolls; not Shift, which selects a range; not the scrollbar. */
function begins({ pointerType, button, shiftKey, clientX }: PointerEvent, element: HTMLElement): boolean {
  const isOnBar = clientX > element.getBoundingClientRect().left + element.clientWidth;
  return pointerType === 'mouse' && button === 0 && !shiftKey && !isOnBar;
}

/** Calls `follow` with each move, and while the pointer rests, until it is released. */
function followDrag(
  pressed: PointerEvent,
  leaving: AbortSignal,
  follow: (now: PointerEvent) => void,
  onEnd: () => void,
): void {
  let now = pressed;
  const released = new AbortController();
  const options = { signal: AbortSignal.any([leaving, released.signal]) };
  const timer = setInterval(() => follow(now), PACE);
  const end = () => {
    released.abort();
    onEnd();
  };
  options.signal.addEventListener('abort', () => clearInterval(timer));
  const move = (event: PointerEvent) => {
    now = event;
    follow(now);
  };
  window.addEventListener('pointermove', move, options);
  window.addEventListener('pointerup', end, options);
  window.addEventListener('pointercancel', end, options);
}

interface Point {
  x: number;
  y: number;
}

function pointOf({ clientX, clientY }: MouseEvent, element: HTMLElement, margin: number): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left - margin, y: clientY - top + element.scrollTop };
}

const between = (a: Point, b: Point): Area => ({
  left: Math.min(a.x, b.x),
  top: Math.min(a.y, b.y),
  right: Math.max(a.x, b.x),
  bottom: Math.max(a.y, b.y),
});

function scrollAtEdge({ clientY }: MouseEvent, element: HTMLElement): void {
  const { top, bottom } = element.getBoundingClientRect();
  if (clientY < top + EDGE) element.scrollBy(0, -SCROLL);
  if (clientY > bottom - EDGE) element.scrollBy(0, SCROLL);
}

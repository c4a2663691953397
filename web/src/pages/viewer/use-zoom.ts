import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useKeys } from '../../app/keys.ts';
import { useCommands } from '../../app/use-commands.ts';
import { useText } from '../../text/use-text.tsx';
import { clamp, type Point, type Size } from '../editor/model/geometry.ts';
import {
  centred,
  fit,
  pan,
  pinch,
  scaleAbove,
  scaleBelow,
  type Viewport,
  wheel,
  zoomAt,
} from '../editor/model/viewport.ts';
import { moveKeys, zoomCommands } from './commands.ts';

/** The next view, from the one before and the scale at which the picture is whole. */
type Change = (before: Viewport, least: number) => Viewport;

interface Zoom {
  view: Viewport;
  /** Of the figure, in CSS pixels. */
  screen: Size;
}

/**
 * Two fingers, the wheel or keys zoom the picture of a figure, never less than whole but by the key for its actual size; then one
 * finger, the mouse or keys move it.
 * A double click or tap shows all of it again.
 * @param picture its size in pixels
 * @returns null until the figure is measured
 */
export function useZoom(figure: RefObject<HTMLElement | null>, { width, height }: Size): Zoom | null {
  const screen = useSize(figure);
  const [own, setOwn] = useState<Viewport | null>(null);
  const current = useRef<Zoom | null>(null);
  const whole = screen && fit({ width, height }, screen, 0);
  const view = own && whole ? limited(own, whole, { width, height }, screen) : whole;
  current.current = view && screen && { view, screen };
  const change = useCallback(
    (next: Change) =>
      setOwn((before) => {
        if (!current.current) return null;
        const { screen } = current.current;
        const whole = fit({ width, height }, screen, 0);
        const from = before ?? whole;
        const least = Math.min(whole.scale, from.scale);
        const after = limited(next(from, least), whole, { width, height }, screen);
        return after === whole ? null : after;
      }),
    [width, height],
  );
  const showWhole = useCallback(() => setOwn(null), []);
  useGestures(figure, change, showWhole);
  useZoomKeys(current, change, showWhole);
  return current.current;
}

/**
 * The picture cannot be moved past the edge that it has as a whole, so that what is under the pointer stays there. Only at its
 * actual size it may be smaller than that.
 */
function limited(view: Viewport, whole: Viewport, picture: Size, screen: Size): Viewport {
  const { width, height } = picture;
  if (view.scale <= whole.scale) return view.scale === 1 ? centred(picture, screen, 1) : whole;
  const keep = (at: number, most: number, length: number) =>
    clamp(at, most - length * (view.scale - whole.scale), most);
  return { scale: view.scale, x: keep(view.x, whole.x, width), y: keep(view.y, whole.y, height) };
}

function useSize(figure: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = figure.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [figure]);
  return size;
}

function useGestures(
  figure: RefObject<HTMLElement | null>,
  change: (next: Change) => void,
  showWhole: () => void,
): void {
  useEffect(() => {
    const element = figure.current;
    if (!element) return;
    const leaving = new AbortController();
    const pressed = new Map<number, Point>();
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => element.addEventListener(name, listener, { signal: leaving.signal, passive: false });
    const release = ({ pointerId }: PointerEvent) => pressed.delete(pointerId);
    on('pointerdown', (event) => {
      // Where another button opens a menu, nobody hears that it is released.
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      pressed.set(event.pointerId, placeOf(event, element));
    });
    on('pointermove', (event) => {
      if (!pressed.has(event.pointerId)) return;
      const from = [...pressed.values()] as [Point, Point];
      pressed.set(event.pointerId, placeOf(event, element));
      const to = [...pressed.values()] as [Point, Point];
      if (pressed.size === 2) change((before, least) => pinch(before, from, to, least));
      const by = { x: to[0].x - from[0].x, y: to[0].y - from[0].y };
      if (pressed.size === 1) change((before) => pan(before, by));
    });
    on('pointerup', release);
    on('pointercancel', release);
    on('dblclick', showWhole);
    on('wheel', (event) => {
      event.preventDefault();
      const at = placeOf(event, element);
      change((before, least) => wheel(before, event, at, least));
    });
    return () => leaving.abort();
  }, [figure, change, showWhole]);
}

function placeOf({ clientX, clientY }: MouseEvent, element: HTMLElement): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** Share of the figure by which an arrow key moves the picture. */
const STEP = 0.1;

function useZoomKeys(
  { current }: RefObject<Zoom | null>,
  change: (next: Change) => void,
  showWhole: () => void,
): void {
  const text = useText();
  const { width, height } = current?.screen ?? { width: 0, height: 0 };
  const zoomTo = (scale: (before: number) => number) =>
    change((before, least) => zoomAt(before, { x: width / 2, y: height / 2 }, scale(before.scale), least));
  useCommands(
    zoomCommands(text.editor, {
      in: () => zoomTo(scaleAbove),
      out: () => zoomTo(scaleBelow),
      whole: showWhole,
      actual: () => change((before) => zoomAt(before, { x: width / 2, y: height / 2 }, 1)),
    }),
  );
  useKeys(text.onThisPage, [
    moveKeys(text.editor, ({ x, y }) =>
      change((before) => pan(before, { x: -x * STEP * width, y: -y * STEP * height })),
    ),
  ]);
}

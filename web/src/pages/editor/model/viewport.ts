/** Which part of an image is visible, and at which scale. Pure. */
import { type Box, clamp, type Point, type Size } from './geometry.ts';

/** CSS pixels of the canvas = pixels of the image times `scale`, plus `x` and `y`. */
export interface Viewport {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const MIN_SCALE = 0.1;
export const MAX_SCALE = 16;
/** At this scale and above, each pixel of the image is a sharp square. */
export const SHARP_FROM = 2;

/** CSS pixels around an image that is shown as a whole: room for a ruler, or on a phone, for a handle. */
const marginOf = ({ width, height }: Size): number => (Math.min(width, height) < 400 ? 4 : 24);
/** CSS pixels of the image that stay visible, however far it is moved. */
const GRIP = 48;

export const toScreen = ({ scale, x, y }: Viewport, at: Point): Point => ({
  x: at.x * scale + x,
  y: at.y * scale + y,
});

export const toImage = ({ scale, x, y }: Viewport, at: Point): Point => ({
  x: (at.x - x) / scale,
  y: (at.y - y) / scale,
});

export const boxToScreen = (view: Viewport, box: Box): Box => ({
  ...toScreen(view, box),
  w: box.w * view.scale,
  h: box.h * view.scale,
});

/** The whole image, centred. A small one is enlarged up to `MAX_SCALE`; a large one may be shown below `MIN_SCALE`. */
export function fit(picture: Size, screen: Size, margin = marginOf(screen)): Viewport {
  const room = {
    width: Math.max(1, screen.width - 2 * margin),
    height: Math.max(1, screen.height - 2 * margin),
  };
  const scale = Math.min(room.width / picture.width, room.height / picture.height, MAX_SCALE);
  return centred(picture, screen, scale);
}

export const centred = (picture: Size, screen: Size, scale: number): Viewport => ({
  scale,
  x: (screen.width - picture.width * scale) / 2,
  y: (screen.height - picture.height * scale) / 2,
});

/** The least scale of this image: `MIN_SCALE`, or less if the whole image needs less. */
export const minScale = (picture: Size, screen: Size): number =>
  Math.min(MIN_SCALE, fit(picture, screen).scale);

/** Changes the scale. What is at a point of the canvas stays there. */
export function zoomAt(view: Viewport, at: Point, scale: number, least = MIN_SCALE): Viewport {
  const next = clamp(scale, least, MAX_SCALE);
  const under = toImage(view, at);
  return { scale: next, x: at.x - under.x * next, y: at.y - under.y * next };
}

export const pan = (view: Viewport, by: Point): Viewport => ({ ...view, x: view.x + by.x, y: view.y + by.y });

/** Limits a view so that a part of the image stays visible. */
export function keepVisible(view: Viewport, picture: Size, screen: Size): Viewport {
  const grip = (length: number, room: number) => Math.min(GRIP, length * view.scale, room);
  const across = grip(picture.width, screen.width);
  const down = grip(picture.height, screen.height);
  return {
    scale: view.scale,
    x: clamp(view.x, across - picture.width * view.scale, screen.width - across),
    y: clamp(view.y, down - picture.height * view.scale, screen.height - down),
  };
}

/** Pans and zooms with two fingers: what is between them stays there. @param from where they were @param to where they are */
export function pinch(
  view: Viewport,
  from: readonly [Point, Point],
  to: readonly [Point, Point],
  least = MIN_SCALE,
): Viewport {
  const before = distance(...from);
  const ratio = before === 0 ? 1 : distance(...to) / before;
  const start = middle(...from);
  const end = middle(...to);
  return pan(zoomAt(view, start, view.scale * ratio, least), { x: end.x - start.x, y: end.y - start.y });
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Steps of the zoom keys and buttons. */
const STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16];

export const scaleAbove = (scale: number): number => STEPS.find((step) => step > scale * 1.001) ?? MAX_SCALE;
export const scaleBelow = (scale: number): number =>
  STEPS.findLast((step) => step < scale * 0.999) ?? MIN_SCALE;

/** Pixels per unit of `WheelEvent.deltaMode`: pixels, lines, pages. */
const UNIT = [1, 16, 400];

export const wheelPixels = ({ deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number =>
  deltaY * (UNIT[deltaMode] ?? 1);

type Wheel = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'shiftKey'>;

/** The wheel zooms at the pointer; with Shift it moves the picture sideways. */
export function wheel(view: Viewport, event: Wheel, at: Point, least: number): Viewport {
  const down = wheelPixels(event);
  if (event.shiftKey) return pan(view, { x: -(down || event.deltaX), y: 0 });
  // A pinch on a trackpad arrives as wheel events with Ctrl, in small steps.
  return zoomAt(view, at, view.scale * wheelFactor(event.ctrlKey ? down * 4 : down), least);
}

/** The zoom factor of a wheel event. One notch of a mouse (100 or 120) changes the scale by about a quarter. */
export const wheelFactor = (deltaY: number): number => Math.exp(-clamp(deltaY, -240, 240) * 0.0022);

/** Moves the view so that a box is visible. */
export function reveal(view: Viewport, box: Box, screen: Size): Viewport {
  const shown = boxToScreen(view, box);
  const shift = (start: number, length: number, room: number) => {
    if (start >= 0 && start + length <= room) return 0;
    if (length <= 0.8 * room || start > room || start + length < 0) return room / 2 - (start + length / 2);
    return 0;
  };
  return pan(view, { x: shift(shown.x, shown.w, screen.width), y: shift(shown.y, shown.h, screen.height) });
}

/** Paints boxes and points. It takes a 2D context in CSS pixels of the canvas. */
import type { Texts } from '../../../text/en.ts';
import { type Annotation, type Drawing, isMask, type Offer } from '../model/drawing.ts';
import { type Box, toPixels } from '../model/geometry.ts';
import { handlesOf, placeOf } from '../model/handles.ts';
import { marksOf } from '../model/ruler.ts';
import { boxToScreen, type Viewport } from '../model/viewport.ts';

/** How classes look: colour and name by tag id. */
export type ClassLooks = ReadonlyMap<string, { name: string; color: string }>;

export interface Painting {
  view: Viewport;
  looks: ClassLooks;
  text: Texts;
  /** Size of the canvas: what is outside is not painted. */
  width: number;
  height: number;
}

const UNKNOWN = { name: '', color: '#888888' };
/** Radius of a point, half the side of a handle. */
const POINT = 5;
export const HANDLE = 4;
/** With more visible annotations than this, their names would cover the picture. */
const MAX_NAMES = 40;
const DASH = [6, 4];
const HALO = 'rgba(0, 0, 0, 0.55)';

interface Placed {
  annotation: Annotation;
  box: Box;
}

/** The visible annotations, with their boxes in CSS pixels of the canvas. */
function placeVisible(annotations: readonly Annotation[], { size }: Drawing, painting: Painting): Placed[] {
  const found: Placed[] = [];
  for (const annotation of annotations) {
    const box = boxToScreen(painting.view, toPixels(annotation, size));
    const isVisible =
      box.x + box.w >= -POINT &&
      box.y + box.h >= -POINT &&
      box.x <= painting.width + POINT &&
      box.y <= painting.height + POINT;
    if (isVisible) found.push({ annotation, box });
  }
  return found;
}

/** Paints unselected annotations. One path for all with the same class and origin, because each stroke takes time. */
export function paintAnnotations(
  context: CanvasRenderingContext2D,
  annotations: readonly Annotation[],
  drawing: Drawing,
  painting: Painting,
): void {
  const all = placeVisible(annotations, drawing, painting);
  const groups = new Map<string, Placed[]>();
  for (const each of all) {
    const key = `${each.annotation.labeled} ${each.annotation.tag}`;
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  context.lineJoin = 'miter';
  for (const [, group] of groups) {
    const { tag, labeled } = (group[0] as Placed).annotation;
    context.setLineDash(labeled === 'inference' ? DASH : []);
    context.beginPath();
    for (const { annotation, box } of group) outline(context, annotation, box);
    stroke(context, (painting.looks.get(tag) ?? UNKNOWN).color, 2);
  }
  context.setLineDash([]);
  if (all.length > MAX_NAMES) return;
  for (const { annotation, box } of all) paintName(context, annotation, box, painting);
}

function outline(context: CanvasRenderingContext2D, { type }: Annotation, box: Box): void {
  if (type !== 'point') {
    context.rect(box.x, box.y, box.w, box.h);
    return;
  }
  context.moveTo(box.x + POINT, box.y);
  context.arc(box.x, box.y, POINT, 0, 2 * Math.PI);
}

/** With a dark line below the coloured one, it is visible on bright and on dark pictures. */
function stroke(context: CanvasRenderingContext2D, color: string, width: number): void {
  context.strokeStyle = HALO;
  context.lineWidth = width + 2;
  context.stroke();
  context.strokeStyle = color;
  context.lineWidth = width;
  context.stroke();
}

/** At the upper left corner, above the box if there is room. */
function paintName(
  context: CanvasRenderingContext2D,
  { tag, type, labeled, score }: Annotation & Partial<Offer>,
  box: Box,
  { looks, text }: Painting,
): void {
  const look = looks.get(tag) ?? UNKNOWN;
  const mark = score !== undefined ? text.editor.percent(score) : labeled === 'inference' ? '?' : '';
  const words = `${look.name} ${mark}`.trimEnd();
  context.font = '600 12px system-ui, sans-serif';
  const width = context.measureText(words).width + 18;
  if (type !== 'point' && box.w < width / 2) return;
  const x = type === 'point' ? box.x + POINT + 3 : box.x - 1;
  const y = type === 'point' ? box.y - 9 : Math.max(0, box.y - 20);
  context.fillStyle = 'rgba(20, 20, 22, 0.82)';
  context.fillRect(x, y, width, 18);
  context.fillStyle = look.color;
  context.fillRect(x, y, 6, 18);
  context.fillStyle = '#ffffff';
  context.textBaseline = 'middle';
  context.fillText(words, x + 11, y + 9.5);
}

/** Paints selected annotations, and thin frames around selected masks, whose edges stay visible. @param hasHandles whether they can be resized */
export function paintSelected(
  context: CanvasRenderingContext2D,
  annotations: readonly Annotation[],
  drawing: Drawing,
  painting: Painting,
  hasHandles: boolean,
): void {
  for (const { annotation, box } of placeVisible(annotations, drawing, painting)) {
    const { color } = painting.looks.get(annotation.tag) ?? UNKNOWN;
    context.setLineDash(annotation.labeled === 'inference' ? DASH : []);
    context.beginPath();
    outline(context, annotation, box);
    if (isMask(annotation)) stroke(context, '#ffffff', 1);
    else {
      if (annotations.length < MAX_NAMES) {
        context.fillStyle = `color-mix(in srgb, ${color} 16%, transparent)`;
        context.fill();
      }
      stroke(context, '#ffffff', 5);
      context.strokeStyle = color;
      context.lineWidth = 3;
      context.stroke();
    }
    context.setLineDash([]);
    if (annotations.length < MAX_NAMES) paintName(context, annotation, box, painting);
    if (hasHandles && annotation.type !== 'point') paintHandles(context, box);
  }
}

function paintHandles(context: CanvasRenderingContext2D, box: Box): void {
  context.fillStyle = '#ffffff';
  context.strokeStyle = '#1b1b1f';
  context.lineWidth = 1;
  for (const handle of handlesOf(box, 7)) {
    const { x, y } = placeOf(handle, box);
    context.beginPath();
    context.rect(x - HANDLE, y - HANDLE, 2 * HANDLE, 2 * HANDLE);
    context.fill();
    context.stroke();
  }
}

/** The selection frame. */
export function paintFrame(context: CanvasRenderingContext2D, frame: Box, view: Viewport): void {
  const { x, y, w, h } = boxToScreen(view, frame);
  context.setLineDash([4, 3]);
  context.beginPath();
  context.rect(x, y, w, h);
  stroke(context, '#ffffff', 1);
  context.setLineDash([]);
}

/** The size of a box that is being drawn or resized, in pixels of the image, below its lower right corner. */
export function paintSize(context: CanvasRenderingContext2D, box: Box, view: Viewport): void {
  const { x, y, w, h } = boxToScreen(view, box);
  const words = `${Math.round(box.w)} × ${Math.round(box.h)}`;
  context.font = '600 12px system-ui, sans-serif';
  const width = context.measureText(words).width + 12;
  context.fillStyle = 'rgba(20, 20, 22, 0.82)';
  context.fillRect(x + w - width, y + h + 6, width, 18);
  context.fillStyle = '#ffffff';
  context.textBaseline = 'middle';
  context.fillText(words, x + w - width + 6, y + h + 15.5);
}

/** Breadth of a ruler in CSS pixels. */
const RULER = 18;

/** Rulers in pixels of the image, along the upper and left edge of the canvas. */
export function paintRulers(
  context: CanvasRenderingContext2D,
  { size }: Drawing,
  { view, width, height }: Painting,
): void {
  context.fillStyle = 'rgba(20, 20, 22, 0.78)';
  context.fillRect(0, 0, width, RULER);
  context.fillRect(0, RULER, RULER, height - RULER);
  context.fillStyle = '#d6d6da';
  context.font = '10px system-ui, sans-serif';
  context.textBaseline = 'middle';
  for (const { value, at } of marksOf(view.scale, view.x, size.width, width)) {
    context.fillRect(Math.round(at), RULER - 5, 1, 5);
    context.fillText(String(value), at + 3, RULER / 2);
  }
  for (const { value, at } of marksOf(view.scale, view.y, size.height, height)) {
    if (at < RULER) continue;
    context.fillRect(RULER - 5, Math.round(at), 5, 1);
    context.save();
    context.translate(RULER / 2, at + 3);
    context.rotate(Math.PI / 2);
    context.fillText(String(value), 0, 0);
    context.restore();
  }
}

/** Selects annotations and masks; moves and resizes annotations. */

import { offerAt, takeOffers } from '../predicted/offers.ts';
import { changeAnnotations } from './commands.ts';
import { type Annotation, findAnnotation, isMask } from './drawing.ts';
import { type Box, between, type Point, toPixels, toShares } from './geometry.ts';
import { cursorOf, type Handle, handleAt, resized } from './handles.ts';
import { behind, hitAll, hitFrame, REACH } from './hit-test.ts';
import { ATTRACTION, snapCorner, snapMove, snapPoint } from './snapping.ts';
import type { Tool, ToolHost, ToolPointer } from './tool.ts';

/** CSS pixels from a handle's centre that still hit it, with a mouse and with a finger. */
export const HANDLE_REACH = 7;
const FINGER_REACH = 22;
/** CSS pixels that the pointer may move during a click. */
const SLIP = 3;

/** The drag in progress. */
type Grip =
  | { kind: 'move'; from: ToolPointer; boxes: ReadonlyMap<string, Box>; hit: string; moved: boolean }
  | { kind: 'resize'; id: string; handle: Handle; box: Box; from: ToolPointer; moved: boolean }
  | { kind: 'frame'; from: ToolPointer; before: ReadonlySet<string>; moved: boolean };

export class SelectTool implements Tool {
  readonly id = 'select';
  readonly key = 'Shift+s';
  readonly draws = false;
  #grip: Grip | null = null;
  #boxes: ReadonlyMap<string, Box> = new Map();

  readonly label = ({ editor }: ToolHost['text']): string => editor.select;

  cursor(host: ToolHost, at: ToolPointer | null): string {
    if (this.#grip?.kind === 'move' && this.#grip.moved) return 'grabbing';
    if (this.#grip?.kind === 'resize') return cursorOf(this.#grip.handle);
    if (!at) return 'default';
    const handle = handleUnder(at, host);
    if (handle) return cursorOf(handle.handle);
    const hits = hitsAt(at, host);
    if (offerAt(at, host, hits)) return 'copy';
    const [hit] = hits;
    if (!hit) return 'default';
    const isMovable = host.selection.has(hit.id) && !host.locked.has(hit.id) && !isMask(hit);
    return isMovable ? 'move' : 'pointer';
  }

  canGrab(at: ToolPointer, host: ToolHost): boolean {
    const hits = hitsAt(at, host);
    return handleUnder(at, host) !== null || hits.length > 0 || offerAt(at, host, hits) !== undefined;
  }

  pointerDown(at: ToolPointer, host: ToolHost): void {
    const handle = handleUnder(at, host);
    if (handle) {
      this.#grip = { kind: 'resize', ...handle, from: at, moved: false };
      return;
    }
    const hits = hitsAt(at, host);
    const isAdding = at.shift || at.ctrl;
    // A selected annotation can be dragged even if something lies in it.
    const dragged = hits.find((each) => host.selection.has(each.id) && !isMask(each));
    const hit = isAdding ? hits[0] : (dragged ?? hits[0]);
    if (hit && isAdding) {
      host.select(toggled(host.selection, hit.id));
      return;
    }
    // A mask may be as large as the picture: dragging from it selects what lies in the frame.
    if (!hit || isMask(hit)) {
      const before = isAdding ? host.selection : new Set<string>();
      if (!isAdding) host.select(hit ? [hit.id] : []);
      this.#grip = { kind: 'frame', from: at, before, moved: false };
      return;
    }
    if (!host.selection.has(hit.id)) host.select([hit.id]);
    this.#grip = { kind: 'move', from: at, boxes: movable(host), hit: hit.id, moved: false };
  }

  pointerMove(moves: readonly ToolPointer[], host: ToolHost): void {
    const at = moves.at(-1);
    const grip = this.#grip;
    if (!grip || !at) return;
    grip.moved ||= slip(grip.from, at) > SLIP;
    if (!grip.moved) return;
    if (grip.kind === 'frame') {
      host.draft({ boxes: new Map(), frame: between(grip.from, at) });
      return;
    }
    this.#boxes = grip.kind === 'move' ? movedBoxes(grip, at, host) : resizedBox(grip, at, host);
    host.draft({ boxes: this.#boxes });
  }

  pointerUp(at: ToolPointer, host: ToolHost): void {
    const grip = this.#grip;
    this.#grip = null;
    host.draft(null);
    if (!grip) return;
    if (!grip.moved && takesOffer(at, grip, host)) return;
    if (grip.kind === 'frame') {
      if (grip.moved) selectFrame(between(grip.from, at), grip.before, host);
      return;
    }
    if (grip.moved) changeBoxes(this.#boxes, grip.kind, host);
    else if (grip.kind === 'move') selectUnder(at, host);
    this.#boxes = new Map();
  }

  cancel(host: ToolHost): boolean {
    const wasMoving = this.#grip !== null;
    this.#grip = null;
    this.#boxes = new Map();
    host.draft(null);
    return wasMoving;
  }
}

const slip = (a: ToolPointer, b: ToolPointer): number =>
  Math.max(Math.abs(a.screen.x - b.screen.x), Math.abs(a.screen.y - b.screen.y));

export const hitsAt = (at: Point, { drawing, hidden, view }: ToolHost): Annotation[] =>
  hitAll(drawing, at, { reach: REACH / view.scale, hidden });

function toggled(selection: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The handle at a point. Only a box that is selected alone has handles. */
function handleUnder(at: ToolPointer, host: ToolHost): { id: string; handle: Handle; box: Box } | null {
  const [id, ...others] = host.selection;
  if (id === undefined || others.length > 0 || host.locked.has(id) || host.hidden.has(id)) return null;
  const annotation = findAnnotation(host.drawing, id);
  if (!annotation || annotation.type === 'point' || !host.mayEdit) return null;
  const box = toPixels(annotation, host.drawing.size);
  const reach = (at.type === 'touch' ? FINGER_REACH : HANDLE_REACH) / host.view.scale;
  const handle = handleAt(box, at, reach);
  return handle && { id, handle, box };
}

function movable({ drawing, selection, locked, mayEdit }: ToolHost): Map<string, Box> {
  const free = drawing.annotations.filter(({ id }) => mayEdit && selection.has(id) && !locked.has(id));
  return new Map(free.map((each) => [each.id, toPixels(each, drawing.size)]));
}

const reachOf = ({ view }: ToolHost): number => ATTRACTION / Math.max(1, view.scale);

function movedBoxes(
  { boxes, from }: Extract<Grip, { kind: 'move' }>,
  at: ToolPointer,
  host: ToolHost,
): ReadonlyMap<string, Box> {
  const { size } = host.drawing;
  const by = { x: at.x - from.x, y: at.y - from.y };
  const [first] = boxes;
  if (first && boxes.size === 1 && findAnnotation(host.drawing, first[0])?.type === 'point') {
    const to = snapPoint({ x: first[1].x + by.x, y: first[1].y + by.y }, size);
    return new Map([[first[0], { ...to, w: 0, h: 0 }]]);
  }
  const shift = snapMove(frameOf([...boxes.values()]), by, size, reachOf(host));
  return new Map([...boxes].map(([id, box]) => [id, { ...box, x: box.x + shift.x, y: box.y + shift.y }]));
}

/** The smallest box around all. */
export function frameOf(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    w: Math.max(...boxes.map((box) => box.x + box.w)) - x,
    h: Math.max(...boxes.map((box) => box.y + box.h)) - y,
  };
}

function resizedBox(
  { id, handle, box, from }: Extract<Grip, { kind: 'resize' }>,
  at: ToolPointer,
  host: ToolHost,
): ReadonlyMap<string, Box> {
  // The pointer keeps its distance from the handle's centre.
  const place = { x: handleX(box, handle) + at.x - from.x, y: handleY(box, handle) + at.y - from.y };
  return new Map([[id, resized(box, handle, snapCorner(place, host.drawing.size, reachOf(host)))]]);
}

const handleX = ({ x, w }: Box, handle: Handle): number => (handle.includes('w') ? x : x + w);
const handleY = ({ y, h }: Box, handle: Handle): number => (handle.includes('n') ? y : y + h);

function selectFrame(frame: Box, before: ReadonlySet<string>, host: ToolHost): void {
  const hits = hitFrame(host.drawing, frame, host.hidden);
  host.select([...before, ...hits.map(({ id }) => id)]);
}

/** After a click: takes the suggestion under it. @returns false if there is none */
function takesOffer(at: ToolPointer, { kind }: Grip, host: ToolHost): boolean {
  const offer = kind === 'resize' || at.shift || at.ctrl ? undefined : offerAt(at, host, hitsAt(at, host));
  if (offer) takeOffers(host, [offer]);
  return offer !== undefined;
}

/** After a click: selects the top annotation under it, unless one under it is selected already. */
function selectUnder(at: ToolPointer, host: ToolHost): void {
  const hits = hitsAt(at, host);
  const [selected] = host.selection;
  const isOneOfThem = host.selection.size === 1 && hits.some(({ id }) => id === selected);
  if (!isOneOfThem && hits[0]) host.select([hits[0].id]);
}

/** Changes positions or sizes, as one command. */
export function changeBoxes(
  boxes: ReadonlyMap<string, Box>,
  kind: 'move' | 'resize',
  host: ToolHost,
  joins?: string,
): void {
  const { drawing, text } = host;
  const next = drawing.annotations.flatMap((each) => {
    const box = boxes.get(each.id);
    return box ? [{ ...each, ...toShares(box, drawing.size) }] : [];
  });
  if (next.length === 0) return;
  const smallest = Math.min(...[...boxes.values()].map(({ w, h }) => Math.min(w, h)));
  if (kind === 'resize' && smallest < 1) {
    host.say(text.editor.tooSmall(1));
    return;
  }
  const label = kind === 'move' ? text.editor.moved : text.editor.resized;
  host.run(changeAnnotations(label, next, drawing, joins));
}

/** Selects the annotation behind the selected one. @returns false after the last */
export function selectBehind(at: Point, host: ToolHost): boolean {
  const [selected] = host.selection;
  const next = behind(hitsAt(at, host), selected);
  if (next) host.select([next.id]);
  return next !== undefined;
}

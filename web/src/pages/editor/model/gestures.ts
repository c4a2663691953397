/**
 * Decides which pointer draws and which moves the picture: mouse and pen draw, the middle button or Space pans, two fingers
 * pan and zoom. After a pen was used, fingers no longer draw, because the hand rests on the screen. A palm never draws.
 */
import type { Editor } from './editor.ts';
import type { Point } from './geometry.ts';
import type { ToolPointer } from './tool.ts';
import { pan, pinch, toImage } from './viewport.ts';

/** Of a PointerEvent, in CSS pixels of the canvas. */
export interface Press {
  id: number;
  type: ToolPointer['type'];
  button: number;
  buttons: number;
  screen: Point;
  /** The longer side of the contact area in CSS pixels; 0 or 1 if the device does not report it. */
  breadth: number;
  shift: boolean;
  ctrl: boolean;
  alt: boolean;
}

const MIDDLE = 1;
/** CSS pixels, about 16 mm. Even a flat thumb is narrower. */
const PALM = 60;

const isPalm = ({ type, breadth }: Press): boolean => type === 'touch' && breadth > PALM;

export class Gestures {
  readonly #editor: Editor;
  readonly #fingers = new Map<number, Point>();
  #drawing: number | null = null;
  #panning: { id: number; at: Point } | null = null;
  #hasPen = false;
  /** Space is held. */
  isPanning = false;
  at: ToolPointer | null = null;

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  get isBusy(): boolean {
    return this.#drawing !== null || this.#panning !== null || this.#fingers.size > 1;
  }

  down(press: Press): void {
    if (isPalm(press)) return;
    if (press.type === 'pen') this.#penDown();
    if (press.type === 'touch' && this.#fingerDown(press)) return;
    if (this.#drawing !== null && press.id !== this.#drawing) return;
    const pans = press.button === MIDDLE || this.isPanning || this.#touchPans(press);
    if (pans) this.#panning = { id: press.id, at: press.screen };
    else if (press.button === 0) {
      this.#drawing = press.id;
      this.#editor.tool.pointerDown(this.#pointer(press), this.#editor);
    }
  }

  /** @param presses all positions since the last event, oldest first */
  move(presses: readonly Press[]): void {
    const last = presses.at(-1);
    if (!last) return;
    // A palm touches the screen with a small area first, so that it may already be drawing.
    if (isPalm(last)) {
      this.cancel(last);
      return;
    }
    if (last.type !== 'touch') this.at = this.#pointer(last);
    if (this.#fingers.has(last.id) && this.#fingers.size > 1) {
      this.#pinch(last);
      return;
    }
    if (this.#panning?.id === last.id) {
      const { at } = this.#panning;
      this.#panning.at = last.screen;
      const by = { x: last.screen.x - at.x, y: last.screen.y - at.y };
      this.#editor.setView(pan(this.#editor.view, by));
    }
    if (this.#fingers.has(last.id)) this.#fingers.set(last.id, last.screen);
    // Another pointer beside the one that draws, such as a palm beside the pen.
    if (this.#drawing !== null && last.id !== this.#drawing) return;
    if (last.type === 'touch' && this.#drawing === null) return;
    const moves = presses.map((press) => this.#pointer(press));
    this.#editor.tool.pointerMove(moves, this.#editor);
  }

  up(press: Press): void {
    this.#fingers.delete(press.id);
    if (this.#panning?.id === press.id) this.#panning = null;
    if (this.#drawing !== press.id) return;
    this.#drawing = null;
    this.#editor.tool.pointerUp(this.#pointer(press), this.#editor);
  }

  /** The browser has taken over the pointer. */
  cancel({ id }: Pick<Press, 'id'>): void {
    this.#fingers.delete(id);
    if (this.#panning?.id === id) this.#panning = null;
    if (this.#drawing !== id) return;
    this.#drawing = null;
    this.#editor.tool.cancel(this.#editor);
  }

  leave(): void {
    this.at = null;
    this.#editor.repaint();
  }

  #pointer({ type, buttons, screen, shift, ctrl, alt }: Press): ToolPointer {
    return { ...toImage(this.#editor.view, screen), screen, type, buttons, shift, ctrl, alt };
  }

  #penDown(): void {
    this.#hasPen = true;
    if (this.#drawing !== null && this.#fingers.has(this.#drawing)) this.#stopDrawing();
    this.#fingers.clear();
    this.#panning = null;
  }

  /** @returns whether the finger does not draw: a pen does, or the finger moves the picture with another one */
  #fingerDown({ id, screen }: Press): boolean {
    const isPenDown = this.#drawing !== null && !this.#fingers.has(this.#drawing);
    if (isPenDown) return true;
    this.#fingers.set(id, screen);
    if (this.#fingers.size < 2) return false;
    this.#stopDrawing();
    this.#panning = null;
    return true;
  }

  #stopDrawing(): void {
    if (this.#drawing === null) return;
    this.#drawing = null;
    this.#editor.tool.cancel(this.#editor);
  }

  /** A finger pans if a pen was used, or if the tool cannot grab anything there. */
  #touchPans(press: Press): boolean {
    if (press.type !== 'touch') return false;
    return this.#hasPen || this.#editor.tool.canGrab?.(this.#pointer(press), this.#editor) === false;
  }

  #pinch({ id, screen }: Press): void {
    const [first, second] = [...this.#fingers.keys()];
    const from = [this.#fingers.get(first as number), this.#fingers.get(second as number)] as [Point, Point];
    this.#fingers.set(id, screen);
    const to = [this.#fingers.get(first as number), this.#fingers.get(second as number)] as [Point, Point];
    this.#editor.setView(pinch(this.#editor.view, from, to, this.#editor.minScale));
  }
}

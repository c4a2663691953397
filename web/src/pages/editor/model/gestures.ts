/**
 * Which pointer draws, and which moves the picture: a mouse or pen draws, the middle button or Space pans, two fingers pan
 * and zoom. Once a pen was seen, fingers no longer draw: the palm lies on the glass. What is broader than a finger never does.
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
  /** The longer side of what touches, in CSS pixels; 0 or 1 where the device does not know it. */
  breadth: number;
  shift: boolean;
  ctrl: boolean;
  alt: boolean;
}

const MIDDLE = 1;
/** CSS pixels, about 16 mm: a thumb that lies flat is less broad. */
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

  /** @param presses all places since the last event, oldest first */
  move(presses: readonly Press[]): void {
    const last = presses.at(-1);
    if (!last) return;
    // A hand that comes down touches with a point of it first.
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
      this.#editor.look(pan(this.#editor.view, by));
    }
    if (this.#fingers.has(last.id)) this.#fingers.set(last.id, last.screen);
    // A palm beside the pen is no stroke.
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

  /** The browser took the pointer away. */
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

  /** @returns whether it only moves the picture, with the fingers that are there */
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

  /** A finger pans where a pen is used, and where the tool has nothing to take hold of. */
  #touchPans(press: Press): boolean {
    if (press.type !== 'touch') return false;
    return this.#hasPen || this.#editor.tool.grips?.(this.#pointer(press), this.#editor) === false;
  }

  #pinch({ id, screen }: Press): void {
    const [first, second] = [...this.#fingers.keys()];
    const from = [this.#fingers.get(first as number), this.#fingers.get(second as number)] as [Point, Point];
    this.#fingers.set(id, screen);
    const to = [this.#fingers.get(first as number), this.#fingers.get(second as number)] as [Point, Point];
    this.#editor.look(pinch(this.#editor.view, from, to, this.#editor.leastScale));
  }
}

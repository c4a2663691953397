/** What the mask tools share: settings, the current stroke, the cursor, and the worker. Without React. */
import { Store } from '../../../data/live/store.ts';
import { reasonOf } from '../../../text/refused/reason.ts';
import { type MaskLayer, selectedMasks } from '../model/drawing.ts';
import type { Point } from '../model/geometry.ts';
import { masksAt, REACH } from '../model/hit-test.ts';
import type { ToolHost, ToolPointer } from '../model/tool.ts';
import { toImage, toScreen } from '../model/viewport.ts';
import { latest, MOST_MASKS, newMask, paintMask } from './commands.ts';
import type { Bitmap } from './paint/bitmap.ts';
import { MaskEdit } from './paint/edit.ts';
import { maskWorker } from './paint/jobs.ts';

export interface MaskSettings {
  /** Diameter of the brush in pixels of the picture. */
  size: number;
  /** How much each channel may differ from the pixel where the flood starts, 0 to 255. */
  tolerance: number;
  /** 0.1 to 1 */
  opacity: number;
  /** Whether the next stroke begins a new mask, although it could go on with one. */
  isNew: boolean;
  /** Number of jobs that the worker has not finished. */
  busy: number;
}

export const MAX_SIZE = 1_000;

const DEFAULTS: MaskSettings = { size: 24, tolerance: 24, opacity: 0.5, isNew: false, busy: 0 };

export class MaskDesk {
  readonly settings = new Store<MaskSettings>(DEFAULTS);
  readonly worker = maskWorker;
  /** The current stroke: its pixels are visible, but not in the drawing yet. */
  stroke: { layer: MaskLayer; edit: MaskEdit } | null = null;
  /** Position of the pointer or of the keyboard's cursor. */
  cursor: Point | null = null;
  isKeyboard = false;
  readonly #linkOf: (image: string) => Promise<string>;

  /** @param linkOf returns a link to the original of an image */
  constructor(linkOf: (image: string) => Promise<string>) {
    this.#linkOf = linkOf;
  }

  /** Called when the image is closed. In the next one, the cursor starts in the middle. */
  reset(): void {
    this.stroke = null;
    this.cursor = null;
    this.isKeyboard = false;
    this.change({ isNew: false });
  }

  /** The area of one colour around a pixel of the image. */
  async floodFrom(x: number, y: number, { drawing }: ToolHost): Promise<Bitmap> {
    const { tolerance } = this.settings.get();
    return this.worker.work('flood', { url: await this.#linkOf(drawing.image), x, y, tolerance });
  }

  change(next: Partial<MaskSettings>): void {
    this.settings.set({ ...this.settings.get(), ...next });
  }

  resize(way: 1 | -1): void {
    const { size } = this.settings.get();
    const step = Math.max(1, Math.round(size * 0.15));
    this.change({ size: Math.min(MAX_SIZE, Math.max(1, size + way * step)) });
  }

  tolerate(way: 1 | -1): void {
    const { tolerance } = this.settings.get();
    this.change({ tolerance: Math.min(255, Math.max(0, tolerance + way * 2)) });
  }

  fade(way: 1 | -1): void {
    const opacity = Math.round(this.settings.get().opacity * 10 + way) / 10;
    this.change({ opacity: Math.min(1, Math.max(0.1, opacity)) });
  }

  /** What is painted next becomes a mask of its own. */
  beginNew(host: ToolHost): void {
    host.select([]);
    this.change({ isNew: true });
    host.say(host.text.masks.newBegins);
  }

  /** Ctrl and a click select the mask at this place, whatever the tool. @returns whether it was that */
  picks(at: ToolPointer, host: ToolHost): boolean {
    if (!at.ctrl) return false;
    const [mask] = masksUnder(at, host);
    host.select(mask ? [mask.id] : []);
    return true;
  }

  /** The class to paint. Null if nothing can be painted: a message says why. */
  tagFor(host: ToolHost): string | null {
    const { editor, masks } = host.text;
    if (host.drawing.masks === null) host.say(masks.reading);
    else if (host.tag === null) host.say(editor.needsClass);
    else return host.tag;
    return null;
  }

  /**
   * The mask to paint: the selected one, else the only one of the class, else a new one. Null if it cannot be changed: a message
   * says why.
   */
  maskToPaint(host: ToolHost): MaskLayer | null {
    const tag = this.tagFor(host);
    if (tag === null) return null;
    const known = meant(host, !this.settings.get().isNew);
    if (!known && (host.drawing.masks?.length ?? 0) >= MOST_MASKS) {
      host.say(host.text.masks.tooMany(MOST_MASKS));
      return null;
    }
    return this.#free(known ?? newMask(host.drawing, tag), host);
  }

  /** The mask to change: the selected one, else the only one of the class, else the one at this place. Null if there is none: a message says so. */
  maskToChange(host: ToolHost, at?: Point): MaskLayer | null {
    const tag = this.tagFor(host);
    if (tag === null) return null;
    const isOfClass = (layer: MaskLayer) => layer.tag === tag;
    const known = meant(host, true) ?? (at && masksUnder(at, host).find(isOfClass));
    if (known) return this.#free(known, host);
    const { masks } = host.text;
    host.say(host.drawing.masks?.some(isOfClass) ? masks.selectOne : masks.nothingPainted);
    return null;
  }

  /** A mask that is changed is shown if it was hidden. */
  #free(layer: MaskLayer, host: ToolHost): MaskLayer | null {
    const { id } = layer;
    if (host.hidden.has(id)) host.hide([...host.hidden].filter((each) => each !== id));
    if (!host.locked.has(id)) return layer;
    host.say(host.text.masks.isLocked);
    return null;
  }

  /** Edits a mask as it is now. @returns whether anything has changed */
  apply(host: ToolHost, layer: MaskLayer, label: string, paint: (edit: MaskEdit) => void): boolean {
    const now = latest(host.drawing, layer);
    const edit = new MaskEdit(now.bitmap);
    paint(edit);
    return this.finish(host, { layer: now, edit }, label);
  }

  /** Ends an edit, as one step of the history. @returns whether anything has changed */
  finish(
    host: ToolHost,
    edited: { layer: MaskLayer; edit: MaskEdit },
    label: string,
    joins?: string,
  ): boolean {
    const command = paintMask(label, host.drawing, edited, joins);
    if (!command) return false;
    host.run(command);
    if (this.settings.get().isNew) this.change({ isNew: false });
    return true;
  }

  /** Runs a job of the worker, and shows an error if it fails. The result is ignored if another image is open by then. */
  async ask<Output>(
    host: ToolHost,
    work: () => Promise<Output>,
    then: (output: Output) => void,
  ): Promise<void> {
    const { image } = host.drawing;
    this.change({ busy: this.settings.get().busy + 1 });
    try {
      const output = await work();
      if (host.drawing?.image === image) then(output);
    } catch (error) {
      host.say(host.text.notDone(reasonOf(error, host.text)));
    } finally {
      this.change({ busy: this.settings.get().busy - 1 });
    }
  }

  /** Position of the keyboard's cursor. It starts in the middle of the visible part. */
  cursorOf({ drawing, view, screen }: ToolHost): Point {
    if (this.cursor) return this.cursor;
    const { width, height } = drawing.size;
    const middle = toImage(view, { x: screen.width / 2, y: screen.height / 2 });
    // Rounding may put the middle of a whole image just below the edge of a pixel.
    this.cursor = centreOf({ x: middle.x + 0.01, y: middle.y + 0.01 }, width, height);
    return this.cursor;
  }

  moveCursor(host: ToolHost, by: Point): Point {
    const { width, height } = host.drawing.size;
    const before = this.cursorOf(host);
    // The first key only shows where the cursor is.
    const next = this.isKeyboard ? { x: before.x + by.x, y: before.y + by.y } : before;
    this.isKeyboard = true;
    this.cursor = centreOf(next, width, height);
    const { x, y } = toScreen(host.view, this.cursor);
    if (x < 0 || y < 0 || x > host.screen.width || y > host.screen.height)
      host.setView({
        ...host.view,
        x: host.view.x + host.screen.width / 2 - x,
        y: host.view.y + host.screen.height / 2 - y,
      });
    host.say(host.text.masks.cursorAt(Math.floor(this.cursor.x), Math.floor(this.cursor.y)));
    host.repaint();
    return this.cursor;
  }

  pointAt(at: Point, host: ToolHost): void {
    this.cursor = { x: at.x, y: at.y };
    this.isKeyboard = false;
    host.repaint();
  }
}

const centreOf = ({ x, y }: Point, width: number, height: number): Point => ({
  x: Math.min(width - 1, Math.max(0, Math.floor(x))) + 0.5,
  y: Math.min(height - 1, Math.max(0, Math.floor(y))) + 0.5,
});

const masksUnder = (at: Point, { drawing, view, hidden }: ToolHost): MaskLayer[] =>
  masksAt(drawing, at, { reach: REACH / view.scale, hidden });

/** @param orOnly whether without a selection the only mask of the class is meant */
function meant(host: ToolHost, orOnly: boolean): MaskLayer | undefined {
  const selected = selectedMasks(host);
  if (selected.length === 1) return selected[0];
  const own = host.drawing.masks?.filter(({ tag }) => tag === host.tag) ?? [];
  return orOnly && own.length === 1 ? own[0] : undefined;
}

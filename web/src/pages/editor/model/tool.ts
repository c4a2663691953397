/** The interface of tools, and what the editor gives them. Tools know nothing of React or the service. */
import type { Texts } from '../../../text/en.ts';
import type { Drawing, Offer } from './drawing.ts';
import type { Box, Point, Size } from './geometry.ts';
import type { Command } from './history.ts';
import type { Viewport } from './viewport.ts';

/** A pointer over the picture. `x` and `y` are pixels of the upright image, with fractions; they may lie outside it. */
export interface ToolPointer extends Point {
  /** In CSS pixels from the canvas's top left corner. */
  readonly screen: Point;
  readonly type: 'mouse' | 'pen' | 'touch';
  /** As `PointerEvent.buttons` after this event. */
  readonly buttons: number;
  readonly shift: boolean;
  /** Ctrl, or the Mac's command key. */
  readonly ctrl: boolean;
  readonly alt: boolean;
}

/** What a tool shows during a gesture, before it becomes a command. */
export interface Draft {
  /** Boxes as they would be, by annotation id; `''` is a new one. */
  readonly boxes: ReadonlyMap<string, Box>;
  /** The selection frame. */
  readonly frame?: Box;
}

/** The editor as tools see it. All values are current. */
export interface ToolHost {
  readonly drawing: Drawing;
  readonly view: Viewport;
  /** Of the canvas, in CSS pixels. */
  readonly screen: Size;
  readonly text: Texts;
  /** False for viewers. */
  readonly mayEdit: boolean;
  /** Class of the next annotation; null if the dataset has no classes. */
  readonly tag: string | null;
  readonly selection: ReadonlySet<string>;
  /** Ids of annotations and masks that are not shown, and of those that cannot be changed. */
  readonly hidden: ReadonlySet<string>;
  readonly locked: ReadonlySet<string>;
  /** Suggestions that are shown, the surest first. */
  readonly offers: readonly Offer[];
  /** Applies a command and adds it to the history. */
  run(command: Command): void;
  select(ids: Iterable<string>): void;
  /** @param ids of all that are not shown from now on */
  hide(ids: Iterable<string>): void;
  /** Shows a draft; null removes it. Only the top layer is repainted. */
  draft(draft: Draft | null): void;
  /** Repaints what `Tool.paint` draws. */
  repaint(): void;
  /** Repaints what `EditorPart.paint` draws, during a stroke. */
  repaintParts(): void;
  /** Shows a message, also to screen readers: `Smaller than 4 pixels`. */
  say(message: string): void;
  /** Shows another part of the image, or another scale. */
  setView(view: Viewport): void;
}

export interface ToolKey {
  /** As `useKeys` takes them. */
  readonly keys: readonly string[];
  readonly label: (text: Texts) => string;
  /** @param key `KeyboardEvent.key`, which says which of the keys was pressed */
  readonly run: (host: ToolHost, key: string) => void;
}

/** One tool. The object lives as long as the editor. `cancel` drops what it remembers of a gesture. */
export interface Tool {
  readonly id: string;
  readonly label: (text: Texts) => string;
  /** The key that selects it. */
  readonly key: string;
  /** Whether it draws. N selects the last such tool again. */
  readonly draws: boolean;
  /** A CSS cursor. @param at null while the pointer is elsewhere */
  cursor(host: ToolHost, at: ToolPointer | null): string;
  /** Whether a finger can grab something there; if not, it moves the picture. Without this method it always can. */
  canGrab?(at: ToolPointer, host: ToolHost): boolean;
  pointerDown(at: ToolPointer, host: ToolHost): void;
  /** Called also while no button is pressed. @param at all points since the last event, so that fast strokes have no gaps */
  pointerMove(at: readonly ToolPointer[], host: ToolHost): void;
  pointerUp(at: ToolPointer, host: ToolHost): void;
  /** Called by Escape, a second finger, another tool or another image. @returns whether there was anything to cancel */
  cancel(host: ToolHost): boolean;
  /** @returns whether the tool has used the wheel; if not, the wheel zooms. Tools usually use it with Alt */
  wheel?(event: { deltaY: number; ctrl: boolean; alt: boolean; shift: boolean }, host: ToolHost): boolean;
  /** Keys that work while the tool is active. */
  readonly keys?: readonly ToolKey[];
  /** Paints on top of everything, in CSS pixels of the canvas, such as a brush's circle. */
  paint?(context: CanvasRenderingContext2D, host: ToolHost): void;
}

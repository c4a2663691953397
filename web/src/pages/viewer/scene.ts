import type { Texts } from '../../text/en.ts';
import { Layer } from '../editor/canvas/layer.ts';
import { type ClassLooks, paintAnnotations } from '../editor/canvas/scene-painter.ts';
import { solid } from '../editor/canvas/solid.ts';
import { coloured } from '../editor/mask/paint/colour.ts';
import { MaskPainter } from '../editor/mask/paint/painter.ts';
import type { Drawing, MaskLayer, Offer } from '../editor/model/drawing.ts';
import type { Size } from '../editor/model/geometry.ts';
import type { Viewport } from '../editor/model/viewport.ts';
import { OFFER_OPACITY, offeredMasks } from '../editor/predicted/predicted-part.ts';

export interface Shown {
  view: Viewport;
  /** Of the figure, in CSS pixels. */
  screen: Size;
  drawing: Drawing;
  offers: readonly Offer[];
  looks: ClassLooks;
  text: Texts;
}

const OPACITY = 0.5;

/** What lies on a picture, painted as in the editor: masks, then boxes and points, those of models dashed. */
export class Scene {
  readonly #element: HTMLElement;
  readonly #layer: Layer;
  readonly #stored = new MaskPainter();
  readonly #offered = new MaskPainter();
  #shown: Shown | null = null;
  #looks: ClassLooks = new Map();

  constructor(element: HTMLElement) {
    this.#element = element;
    this.#layer = new Layer(element, { width: 0, height: 0 }, (context) => this.#paint(context));
  }

  show(shown: Shown): void {
    const before = this.#shown;
    this.#shown = shown;
    if (before?.looks !== shown.looks) this.#looks = solid(shown.looks, this.#element);
    if (before?.screen === shown.screen) this.#layer.repaint();
    else this.#layer.resize(shown.screen);
  }

  close(): void {
    this.#layer.close();
    this.#stored.close();
    this.#offered.close();
  }

  #paint(context: CanvasRenderingContext2D): void {
    if (!this.#shown) return;
    const { view, screen, drawing, offers, text } = this.#shown;
    context.save();
    context.translate(view.x, view.y);
    context.scale(view.scale, view.scale);
    this.#paintMasks(context, this.#stored, drawing.masks ?? [], OPACITY);
    this.#paintMasks(context, this.#offered, offeredMasks(offers), OFFER_OPACITY);
    context.restore();
    const all = [...drawing.annotations, ...offers];
    paintAnnotations(context, all, drawing, { view, text, looks: this.#looks, ...screen });
  }

  #paintMasks(
    context: CanvasRenderingContext2D,
    painter: MaskPainter,
    masks: readonly MaskLayer[],
    opacity: number,
  ): void {
    const isWhole = painter.paint(context, coloured(masks, this.#looks, context), opacity);
    if (!isWhole) this.#layer.repaint();
  }
}

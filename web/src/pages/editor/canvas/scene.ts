/**
 * The canvas: four layers, so that a drag repaints only the top one. From bottom to top: the picture; what parts paint
 * (masks); annotations, in one shape, without those being dragged; what is selected or being drawn, and the tool's cursor.
 */
import type { Picture } from '../../../data/images/pictures.ts';
import { type Annotation, isMask } from '../model/drawing.ts';
import type { Editor } from '../model/editor.ts';
import { toPixels, toShares } from '../model/geometry.ts';
import type { Draft } from '../model/tool.ts';
import { SHARP_FROM } from '../model/viewport.ts';
import type { EditorPart } from '../part.ts';
import { Layer } from './layer.ts';
import {
  type ClassLooks,
  type Painting,
  paintAnnotations,
  paintFrame,
  paintRulers,
  paintSelected,
  paintSize,
} from './scene-painter.ts';

export class Scene {
  readonly #editor: Editor;
  readonly #parts: readonly EditorPart[];
  readonly #layers: Readonly<Record<'picture' | 'parts' | 'rest' | 'top', Layer>>;
  readonly #ends: (() => void)[];
  #picture: Picture | null = null;
  #looks: ClassLooks = new Map();
  #hasRulers = false;

  constructor(container: HTMLDivElement, editor: Editor, parts: readonly EditorPart[]) {
    this.#editor = editor;
    this.#parts = parts;
    const { screen } = editor;
    this.#layers = {
      picture: new Layer(container, screen, (context) => this.#paintPicture(context)),
      parts: new Layer(container, screen, (context) => this.#paintParts(context)),
      rest: new Layer(container, screen, (context) => this.#paintRest(context)),
      top: new Layer(container, screen, (context) => this.#paintTop(context)),
    };
    this.#ends = [
      editor.state.subscribe(() => this.#repaintState()),
      editor.viewed.subscribe(() => this.repaintAll()),
      editor.drafted.subscribe(() => this.#repaintDraft()),
      editor.onRepaint((what) => this.#layers[what === 'tool' ? 'top' : 'parts'].repaint()),
    ];
  }

  show(picture: Picture | null): void {
    this.#picture = picture;
    this.#layers.picture.repaint();
  }

  setLooks(looks: ClassLooks): void {
    this.#looks = looks;
    this.repaintAll();
  }

  /** Changes only the display, not the image. @param filter a CSS filter */
  setFilter(filter: string): void {
    this.#layers.picture.setFilter(filter);
  }

  showRulers(hasRulers: boolean): void {
    this.#hasRulers = hasRulers;
    this.#layers.rest.repaint();
  }

  resize(): void {
    for (const layer of Object.values(this.#layers)) layer.resize(this.#editor.screen);
  }

  repaintAll(): void {
    for (const layer of Object.values(this.#layers)) layer.repaint();
  }

  close(): void {
    for (const end of this.#ends) end();
    for (const layer of Object.values(this.#layers)) layer.close();
  }

  #last: Editor['state'] extends { get: () => infer State } ? State | null : never = null;

  /** Repaints only the layers whose content has changed. */
  #repaintState(): void {
    const before = this.#last;
    const now = this.#editor.state.get();
    this.#last = now;
    const { top, parts, rest } = this.#layers;
    top.repaint();
    const hasSameOffers = before?.offered === now.offered && before?.least === now.least;
    const hasSameMasks = before?.drawing?.masks === now.drawing?.masks && before?.hidden === now.hidden;
    if (!hasSameMasks || !hasSameOffers) parts.repaint();
    const isSame =
      before?.drawing?.annotations === now.drawing?.annotations &&
      before?.hidden === now.hidden &&
      hasSameOffers;
    if (!isSame) rest.repaint();
  }

  #lastDraft: Draft | null = null;

  /** When a drag begins or ends, its annotations leave or rejoin the layer below. */
  #repaintDraft(): void {
    const before = this.#lastDraft;
    const now = this.#editor.drafted.get();
    this.#lastDraft = now;
    this.#layers.top.repaint();
    if (!sameIds(before, now)) this.#layers.rest.repaint();
  }

  get #painting(): Painting {
    const { view, screen } = this.#editor;
    return { view, looks: this.#looks, text: this.#editor.text, ...screen };
  }

  #paintPicture(context: CanvasRenderingContext2D): void {
    const { drawing } = this.#editor.state.get();
    if (!drawing || !this.#picture) return;
    const { scale, x, y } = this.#editor.view;
    const { width, height } = drawing.size;
    const source = this.#picture.at(scale * devicePixelRatio);
    context.imageSmoothingEnabled = scale < SHARP_FROM;
    context.imageSmoothingQuality = 'medium';
    context.drawImage(source, x, y, width * scale, height * scale);
  }

  #paintParts(context: CanvasRenderingContext2D): void {
    if (!this.#editor.state.get().drawing) return;
    const { scale, x, y } = this.#editor.view;
    for (const part of this.#parts) {
      if (!part.paint) continue;
      context.save();
      context.translate(x, y);
      context.scale(scale, scale);
      part.paint(context, this.#editor, this.#looks);
      context.restore();
    }
  }

  #paintRest(context: CanvasRenderingContext2D): void {
    const { drawing, hidden } = this.#editor.state.get();
    if (!drawing) return;
    const dragged = this.#editor.drafted.get()?.boxes;
    const shown = drawing.annotations.filter(({ id }) => !dragged?.has(id) && !hidden.has(id));
    paintAnnotations(context, [...shown, ...this.#editor.offers], drawing, this.#painting);
    if (this.#hasRulers) paintRulers(context, drawing, this.#painting);
  }

  #paintTop(context: CanvasRenderingContext2D): void {
    const { drawing, hidden, pointed } = this.#editor.state.get();
    if (!drawing) return;
    const draft = this.#editor.drafted.get();
    const selected = this.#editor.selectedObjects
      .filter(({ id }) => !hidden.has(id))
      .map((each) => drafted(each, this.#editor));
    const newBox = draft?.boxes.get('');
    const added = newBox && this.#editor.tag !== null ? [newAnnotation(this.#editor)] : [];
    const hasHandles = this.#hasHandles(selected);
    const offer = this.#editor.offers.filter(({ id }) => id === pointed);
    paintSelected(context, [...selected, ...added, ...offer], drawing, this.#painting, hasHandles);
    const sized =
      newBox ?? (draft && selected.length === 1 ? draft.boxes.get(selected[0]?.id ?? '') : undefined);
    if (sized && sized.w > 0) paintSize(context, sized, this.#editor.view);
    if (draft?.frame) paintFrame(context, draft.frame, this.#editor.view);
    this.#editor.tool.paint?.(context, this.#editor);
  }

  #hasHandles(selected: readonly Annotation[]): boolean {
    const [only] = selected;
    const { mayEdit, locked, tool } = this.#editor;
    if (!only || selected.length > 1 || !mayEdit || tool.draws) return false;
    return !locked.has(only.id) && !isMask(only);
  }
}

const sameIds = (one: Draft | null, other: Draft | null): boolean =>
  (one?.boxes.size ?? 0) === (other?.boxes.size ?? 0) &&
  [...(one?.boxes.keys() ?? [])].every((id) => other?.boxes.has(id));

/** An annotation with the changes of the drag in progress. */
function drafted(annotation: Annotation, { drafted: store, drawing }: Editor): Annotation {
  const box = store.get()?.boxes.get(annotation.id);
  return box ? { ...annotation, ...toShares(box, drawing.size) } : annotation;
}

/** The annotation that is being drawn. */
function newAnnotation(editor: Editor): Annotation {
  const box =
    editor.drafted.get()?.boxes.get('') ?? toPixels({ x: 0, y: 0, w: 0, h: 0 }, editor.drawing.size);
  const type = box.w === 0 && box.h === 0 && editor.tool.id === 'point' ? 'point' : 'rect';
  return { id: '', type, tag: editor.tag ?? '', ...toShares(box, editor.drawing.size), labeled: 'manual' };
}

/** The editor: one open drawing with its selection, tools and view, and one history for all images. */
import { Store } from '../../../data/live/store.ts';
import type { Texts } from '../../../text/en.ts';
import { shownOffers, withoutOffers } from '../predicted/offers.ts';
import { type Annotation, type Drawing, type Offer, objectsOf, selectedMasks, touched } from './drawing.ts';
import { type EditorState, type Message, NO_OFFERS, NOTHING_OPEN } from './editor-state.ts';
import type { Size } from './geometry.ts';
import { type Command, didCommand, forgetImage, redoStep, undoStep } from './history.ts';
import type { Draft, Tool, ToolHost } from './tool.ts';
import { fit, keepVisible, MIN_SCALE, minScale, type Viewport } from './viewport.ts';

type Repaint = 'tool' | 'parts';

export class Editor implements ToolHost {
  readonly state = new Store<EditorState>(NOTHING_OPEN);
  readonly viewed = new Store<Viewport>({ scale: 1, x: 0, y: 0 });
  readonly drafted = new Store<Draft | null>(null);
  readonly message = new Store<Message>({ text: '', count: 0 });
  readonly tools: ReadonlyMap<string, Tool>;
  readonly #now: () => number;
  readonly #repaints = new Set<(what: Repaint) => void>();
  screen: Size = { width: 1, height: 1 };
  text: Texts;
  mayEdit = false;

  constructor(tools: readonly Tool[], text: Texts, now: () => number = Date.now) {
    this.tools = new Map(tools.map((tool) => [tool.id, tool]));
    this.text = text;
    this.#now = now;
  }

  /** Only while an image is open. */
  get drawing(): Drawing {
    return this.state.get().drawing as Drawing;
  }

  get view(): Viewport {
    return this.viewed.get();
  }

  get tag(): string | null {
    return this.state.get().tag;
  }

  get selection(): ReadonlySet<string> {
    return this.state.get().selection;
  }

  get hidden(): ReadonlySet<string> {
    return this.state.get().hidden;
  }

  get locked(): ReadonlySet<string> {
    return this.state.get().locked;
  }

  get tool(): Tool {
    return this.tools.get(this.state.get().tool) as Tool;
  }

  get offers(): Offer[] {
    return shownOffers(this.state.get());
  }

  /** Only annotations. */
  get selected(): Annotation[] {
    const { drawing, selection } = this.state.get();
    return drawing?.annotations.filter(({ id }) => selection.has(id)) ?? [];
  }

  /** Also masks, as frames. */
  get selectedObjects(): Annotation[] {
    const { drawing, selection } = this.state.get();
    return drawing ? objectsOf(drawing).filter(({ id }) => selection.has(id)) : [];
  }

  /** Opens an image, and shows all of it. */
  open(drawing: Drawing): void {
    this.cancelGesture();
    this.#change({ drawing, selection: new Set(), hidden: new Set(), locked: new Set(), ...NO_OFFERS });
    this.setView(fit(drawing.size, this.screen));
  }

  /** Adds what a part has read of the open image. This is not a step of the history. */
  loaded(read: Drawing): void {
    const { drawing } = this.state.get();
    if (drawing?.image === read.image) this.#change({ drawing: { ...drawing, masks: read.masks } });
  }

  close(): void {
    this.cancelGesture();
    this.#change({ drawing: null, selection: new Set(), ...NO_OFFERS });
  }

  run(command: Command): void {
    const { drawing, history, offered, selection } = this.state.get();
    if (!drawing || !this.mayEdit) return;
    this.#change({
      drawing: command.apply(drawing),
      selection: command.selects ? new Set(command.selects) : selection,
      history: didCommand(history, drawing.image, command, this.#now()),
      offered: withoutOffers(offered, command.takes),
    });
  }

  /** @returns id of the image that must be opened first; null if the step was undone, or nothing is left to undo */
  undo(): string | null {
    return this.#travel(undoStep, ({ revert }, drawing) => revert(drawing), 'undone');
  }

  redo(): string | null {
    return this.#travel(redoStep, ({ apply }, drawing) => apply(drawing), 'redone');
  }

  #travel(
    take: typeof undoStep,
    work: (command: Command, drawing: Drawing) => Drawing,
    what: 'undone' | 'redone',
  ): string | null {
    if (this.cancelGesture()) return null;
    const { drawing, history, offered } = this.state.get();
    const { history: next, step } = take(history);
    if (!step || !drawing) return null;
    if (step.image !== drawing.image) return step.image;
    const after = work(step.command, drawing);
    const { takes = [] } = step.command;
    const others = withoutOffers(offered, takes);
    this.#change({
      drawing: after,
      history: next,
      offered: what === 'undone' ? [...others, ...takes] : others,
      selection: touched(drawing, after),
    });
    this.say(this.text.editor[what](step.command.label));
    return null;
  }

  /** Drops the steps of an image that somebody else has changed: they no longer fit. */
  forget(image: string): void {
    this.#change({ history: forgetImage(this.state.get().history, image) });
  }

  /** What is painted next belongs to a mask that is selected alone: its class is chosen too. */
  select(ids: Iterable<string>): void {
    const selection = new Set(ids);
    const { drawing } = this.state.get();
    const [mask, ...others] = drawing ? selectedMasks({ drawing, selection }) : [];
    this.#change({ selection, ...(mask && others.length === 0 && { tag: mask.tag }) });
  }

  chooseClass(tag: string | null): void {
    this.#change({ tag });
  }

  offer(offered: readonly Offer[]): void {
    this.#change({ offered });
  }

  /** @param shown the least score of those that are shown, and the one that is pointed at by keys */
  showOffers(shown: Partial<Pick<EditorState, 'least' | 'pointed'>>): void {
    this.#change(shown);
  }

  hide(ids: Iterable<string>): void {
    const hidden = new Set(ids);
    const kept = [...this.selection].filter((id) => !hidden.has(id));
    this.#change({ hidden, selection: new Set(kept) });
  }

  lock(ids: ReadonlySet<string>): void {
    this.#change({ locked: ids });
  }

  selectTool(id: string): void {
    const tool = this.tools.get(id);
    if (!tool || (tool.draws && !this.mayEdit)) return;
    this.cancelGesture();
    this.#change({ tool: id, ...(tool.draws && { lastDrawn: id }) });
    this.repaint();
  }

  /** Cancels what the tool has begun. @returns whether there was anything to cancel */
  cancelGesture(): boolean {
    return this.state.get().drawing !== null && this.tool.cancel(this);
  }

  /** Shows another part of the image, or another scale. */
  setView(view: Viewport): void {
    const { drawing } = this.state.get();
    this.viewed.set(drawing ? keepVisible(view, drawing.size, this.screen) : view);
  }

  resize(screen: Size): void {
    const { drawing } = this.state.get();
    const before = this.screen;
    const wasWhole = drawing !== null && this.view.scale <= fit(drawing.size, before).scale * 1.001;
    this.screen = screen;
    if (!drawing) return;
    if (wasWhole) {
      this.setView(fit(drawing.size, screen));
      return;
    }
    const { scale, x, y } = this.view;
    this.setView({
      scale,
      x: x + (screen.width - before.width) / 2,
      y: y + (screen.height - before.height) / 2,
    });
  }

  get minScale(): number {
    const { drawing } = this.state.get();
    return drawing ? minScale(drawing.size, this.screen) : MIN_SCALE;
  }

  draft(draft: Draft | null): void {
    this.drafted.set(draft);
  }

  say(text: string): void {
    this.message.set({ text, count: this.message.get().count + 1 });
  }

  repaint(): void {
    for (const each of this.#repaints) each('tool');
  }

  repaintParts(): void {
    for (const each of this.#repaints) each('parts');
  }

  /** @returns a function that stops it */
  onRepaint(listener: (what: Repaint) => void): () => void {
    this.#repaints.add(listener);
    return () => this.#repaints.delete(listener);
  }

  #change(next: Partial<EditorState>): void {
    this.state.set({ ...this.state.get(), ...next });
  }
}

/**
 * One open image: what is stored, what is drawn, and how changes are saved: after a pause, when the image is closed, or on
 * request. Unsaved changes are kept in the browser.
 */
import type { ListedAnnotation, ListedImage } from '../../../../../client/src/curate/records.ts';
import { Store } from '../../../data/live/store.ts';
import { ContestedError, type EditorPart } from '../part.ts';
import { type Drawing, toListed } from './drawing.ts';
import { sameAnnotations } from './merge.ts';

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** Somebody else has changed the image since `base`: `theirs` is its current record. */
  | { kind: 'conflict'; theirs: ListedImage; base: readonly ListedAnnotation[] }
  /** A part (masks) has a conflict and shows its own dialog. */
  | { kind: 'contested' }
  | { kind: 'failed'; error: Error };

export interface SheetPorts {
  /** @returns the new revision @throws an error for which `isStale` is true, if the image has another revision than `seen` */
  save(image: string, tags: readonly ListedAnnotation[], seen: number): Promise<number>;
  isStale(error: unknown): boolean;
  read(image: string): Promise<ListedImage | null>;
  /** Keeps unsaved changes in this browser. @param kept null if everything is saved */
  keep(image: string, kept: Kept | null): void;
  readonly parts: readonly EditorPart[];
}

/** Unsaved changes, as this browser keeps them. */
export interface Kept {
  base: readonly ListedAnnotation[];
  mine: readonly ListedAnnotation[];
  seen: number;
  /** Unix milliseconds. */
  at: number;
}

/** Milliseconds without another change, after which a change is saved. */
const PAUSE = 2_000;

export class Sheet {
  readonly saving = new Store<SaveState>({ kind: 'saved' });
  readonly image: ListedImage;
  readonly #ports: SheetPorts;
  #stored: Drawing;
  #drawing: Drawing;
  #seen: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;
  /**
   * Whether this sheet has kept changes in the browser. It must not remove those of a closed tab: the person decides about
   * them.
   */
  #hasKept = false;

  constructor(image: ListedImage, drawing: Drawing, ports: SheetPorts) {
    this.image = image;
    this.#ports = ports;
    this.#stored = drawing;
    this.#drawing = drawing;
    this.#seen = image.revision;
  }

  /** Revision of the stored image. */
  get seen(): number {
    return this.#seen;
  }

  get drawing(): Drawing {
    return this.#drawing;
  }

  get stored(): Drawing {
    return this.#stored;
  }

  get isChanged(): boolean {
    return this.#hasOtherAnnotations || this.#changedParts.length > 0;
  }

  get #hasOtherAnnotations(): boolean {
    const { annotations } = this.#drawing;
    return (
      annotations !== this.#stored.annotations && !sameAnnotations(annotations, this.#stored.annotations)
    );
  }

  get #changedParts(): EditorPart[] {
    return this.#ports.parts.filter((part) => part.isChanged?.(this.#stored, this.#drawing));
  }

  /** Adds the masks that were read, and nothing else: annotations may have been saved since reading began. */
  loaded({ masks }: Pick<Drawing, 'masks'>): void {
    this.#stored = { ...this.#stored, masks };
  }

  /** Takes a changed drawing, and saves it after a pause. */
  update(drawing: Drawing): void {
    if (drawing === this.#drawing) return;
    this.#drawing = drawing;
    clearTimeout(this.#timer);
    if (this.saving.get().kind === 'conflict') {
      this.#keep();
      return;
    }
    // While a save is in progress, a drawing that is as before differs from what will be stored.
    if (!this.isChanged && !this.#running) {
      this.#forget();
      this.saving.set({ kind: 'saved' });
      return;
    }
    this.#keep();
    if (!this.#running) this.saving.set({ kind: 'unsaved' });
    this.#timer = setTimeout(() => void this.save(), PAUSE);
  }

  #keep(): void {
    const { id } = this.image;
    const base = this.#stored.annotations.map(toListed);
    const mine = this.#drawing.annotations.map(toListed);
    this.#hasKept = true;
    this.#ports.keep(id, { base, mine, seen: this.#seen, at: Date.now() });
    for (const part of this.#ports.parts) part.keep?.(this.#stored, this.#drawing);
  }

  #forget(): void {
    if (!this.#hasKept) return;
    this.#hasKept = false;
    this.#ports.keep(this.image.id, null);
    for (const part of this.#ports.parts) part.keep?.(this.#stored, null);
  }

  /** Never fails: `saving` has the result. Changes made meanwhile are saved too. */
  save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running ??= this.#save().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #save(): Promise<void> {
    try {
      while (this.isChanged && this.saving.get().kind !== 'conflict') {
        this.saving.set({ kind: 'saving' });
        await this.#saveOnce(this.#drawing);
      }
      if (this.saving.get().kind === 'conflict') return;
      this.#forget();
      this.saving.set({ kind: 'saved' });
    } catch (error) {
      if (this.saving.get().kind === 'conflict') return;
      const isContested = error instanceof ContestedError;
      this.saving.set(isContested ? { kind: 'contested' } : { kind: 'failed', error: error as Error });
    }
  }

  async #saveOnce(drawing: Drawing): Promise<void> {
    const { id } = this.image;
    try {
      if (this.#hasOtherAnnotations) {
        this.#seen = await this.#ports.save(id, drawing.annotations.map(toListed), this.#seen);
        this.#stored = { ...this.#stored, annotations: drawing.annotations };
      }
      for (const part of this.#ports.parts)
        if (part.save && part.isChanged?.(this.#stored, drawing))
          this.#seen = await part.save(this.image, this.#stored, drawing, this.#seen);
      // A drawing without masks was made before they were read.
      this.#stored = { ...drawing, masks: drawing.masks ?? this.#stored.masks };
    } catch (error) {
      if (!this.#ports.isStale(error)) throw error;
      await this.#compareWithTheirs(drawing);
    }
  }

  /** A new revision is no conflict if it is our own save, whose answer was lost, or has the same annotations as before. */
  async #compareWithTheirs(drawing: Drawing): Promise<void> {
    const theirs = await this.#ports.read(this.image.id);
    if (!theirs) throw new Error('The image was deleted.');
    const isMine = sameAnnotations(theirs.tags, drawing.annotations);
    if (isMine || sameAnnotations(theirs.tags, this.#stored.annotations)) {
      this.#seen = theirs.revision;
      if (isMine) this.#stored = { ...this.#stored, annotations: drawing.annotations };
      return;
    }
    this.contest(theirs, this.#stored.annotations);
  }

  /** Ends a conflict: theirs is what is stored now. @param drawing the merged one, which is saved */
  settle(theirs: ListedImage, stored: Drawing, drawing: Drawing): void {
    this.#seen = theirs.revision;
    this.#stored = stored;
    this.#drawing = drawing;
    this.saving.set({ kind: 'unsaved' });
    void this.save();
  }

  /** Two people have changed the same annotations: nothing is saved until `settle`. */
  contest(theirs: ListedImage, base: readonly ListedAnnotation[]): void {
    clearTimeout(this.#timer);
    this.saving.set({ kind: 'conflict', theirs, base });
  }

  /** Waits until no save is in progress. */
  async settled(): Promise<void> {
    await this.#running;
  }
}

/**
 * Judging images: a change shows at once, is kept in this browser, and sent to the service. It is rolled back if the service
 * refuses it.
 */
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { parted } from '../in-parts.ts';
import { outbox } from '../outbox/current.ts';
import { type Call, imagesOf, type Outcome, type Seen, type SeenChange } from '../outbox/entry.ts';
import { publishImageNews } from './image-bus.ts';
import { changeOf, confirms, isSame, type Judgement, judged, reverse } from './judgement.ts';

/** Numbers of images. */
export interface Counts {
  done: number;
  /** Images that somebody else had changed. They are left as they are, and shown so. */
  stale: number;
}

/** What was begun. */
export interface Begun {
  /**
   * Settles when the service has answered, or the judgement was undone before it was sent.
   * @throws SightlineError if the service refuses it; the images are then shown as before
   */
  result: Promise<Counts>;
}

/** A judgement, which can be undone and redone any number of times. */
export interface Judging extends Begun {
  /** Resolves when it is kept. */
  undo: () => Promise<Begun>;
  redo: () => Promise<Begun>;
}

export function beginJudging(dataset: string, images: readonly ListedImage[], judgement: Judgement): Judging {
  return new JudgedImages(dataset, images, judgement);
}

/** The revision of an image after the last step. */
interface Place {
  /** As the service will answer, unless somebody else changes the image. */
  revision: number;
  isAnswered: boolean;
}

interface Step {
  images: readonly ListedImage[];
  calls(images: readonly ListedImage[]): readonly Call[];
  /** What the images are like before it, as far as this page knows, and after it. */
  was: ReadonlyMap<string, ListedImage | null>;
  shown: ReadonlyMap<string, ListedImage | null>;
  /** Earlier revisions at which they were as they are after it. */
  state: Map<string, number>;
  isAgain?: boolean;
}

class JudgedImages implements Judging {
  readonly result: Promise<Counts>;
  readonly #dataset: string;
  readonly #judgement: Judgement;
  readonly #before: ReadonlyMap<string, ListedImage>;
  /** Without images that somebody else has changed. */
  readonly #places: Map<string, Place>;
  /** The last step of each image: only its answer says which revision the image has. */
  readonly #last = new Map<string, Step>();
  /** The revisions at which images were before the judgement, and after it. */
  readonly #states: Readonly<Record<'before' | 'after', Map<string, number>>>;
  /** Entries of the judgement. */
  #ids: readonly string[] = [];

  constructor(dataset: string, images: readonly ListedImage[], judgement: Judgement) {
    this.#dataset = dataset;
    this.#judgement = judgement;
    this.#before = new Map(images.map((image) => [image.id, image]));
    this.#places = new Map(images.map(({ id, revision }) => [id, { revision, isAnswered: true }]));
    this.#states = {
      before: new Map(images.map(({ id, revision }) => [id, revision])),
      after: new Map(),
    };
    this.result = this.#judge().result;
  }

  redo = async (): Promise<Begun> => {
    const { result, kept } = this.#judge();
    await kept;
    return { result };
  };

  /** What was not sent yet is simply dropped. */
  undo = async (): Promise<Begun> => {
    const dropped = await outbox().withdraw(this.#ids);
    for (const [id, seen] of dropped) {
      const revision = seen ?? (this.#places.get(id)?.revision ?? 1) - 1;
      this.#places.set(id, { revision, isAnswered: seen !== null });
    }
    const { result, kept } = this.#send({
      images: this.#left,
      calls: (images) => this.#undoing(images.filter(({ id }) => !dropped.has(id))),
      was: this.#judged(),
      shown: this.#before,
      state: this.#states.before,
    });
    await kept;
    return { result };
  };

  get #left(): ListedImage[] {
    return [...this.#before.values()].filter(({ id }) => this.#places.has(id));
  }

  #judge() {
    const step = this.#send({
      images: this.#left,
      calls: (images) =>
        callsOf(images.map((image) => ({ ...changeOf(image, this.#judgement), seen: this.#seen(image) }))),
      was: this.#before,
      shown: this.#judged(),
      state: this.#states.after,
    });
    this.#ids = step.ids;
    return step;
  }

  #judged(): Map<string, ListedImage | null> {
    return new Map(this.#left.map((image) => [image.id, judged(image, this.#judgement)]));
  }

  #undoing(images: readonly ListedImage[]): Call[] {
    if (this.#judgement.decision === 'reject')
      return parted(images).map((some) => ({ kind: 'restore', images: some.map(({ id }) => id) }));
    const annotations = images.flatMap((image) => this.#annotationsOf(image));
    const saved = new Set(annotations.map(({ image }) => image));
    const changes = images.flatMap((image) => {
      const now = judged(image, this.#judgement) as ListedImage;
      // Accepting makes a model's annotations a person's: to save them as they were counts as checked, which is undone next.
      const isSaved = saved.has(image.id);
      const change = {
        ...reverse(image, isSaved ? { ...now, checked: true } : now),
        // Who takes back that a label was looked at again gives it anew.
        ...(confirms(image, this.#judgement) && { tag: image.tag }),
      };
      return isNothing(change) ? [] : [{ ...change, seen: isSaved ? null : this.#seen(image) }];
    });
    return [...annotations, ...callsOf(changes)];
  }

  #annotationsOf(image: ListedImage) {
    const { id, tags } = image;
    if (this.#judgement.decision !== 'accept' || tags.every(({ labeled }) => labeled === 'manual')) return [];
    return [{ kind: 'annotate' as const, image: id, tags, seen: this.#seen(image) }];
  }

  #seen({ id }: ListedImage): Seen {
    const { revision, isAnswered } = this.#place(id);
    return isAnswered ? revision : null;
  }

  /** Steps that were taken here after this one, and undone, have left the image as it was, at another revision. */
  #place(id: string): Place {
    const { revision, isAnswered } = this.#places.get(id) as Place;
    return { revision: isAnswered ? outbox().states.newest(id, revision) : revision, isAnswered };
  }

  /** Shows the images as they will be, and sends the calls. */
  #send(step: Step) {
    const { images, shown } = step;
    const calls = step.calls(images);
    for (const id of calls.flatMap(imagesOf)) {
      this.#places.set(id, { revision: this.#place(id).revision + 1, isAnswered: false });
      this.#last.set(id, step);
    }
    this.#publish(images.map(({ id }) => [id, this.#now(id, shown)]));
    const { ids, kept, answer } = outbox().add(this.#dataset, calls);
    const result = answer.then(
      (outcomes) => this.#answered(step, outcomes),
      (error: unknown) => {
        this.#publish(this.#before);
        throw error;
      },
    );
    return { ids, kept, result };
  }

  #now(id: string, shown: ReadonlyMap<string, ListedImage | null>): ListedImage | null {
    const image = shown.get(id);
    return image ? { ...image, revision: this.#places.get(id)?.revision ?? image.revision } : null;
  }

  async #answered(step: Step, outcomes: readonly Outcome[]): Promise<Counts> {
    const stale = new Set(outcomes.filter(({ outcome }) => outcome !== 'done').map(({ image }) => image));
    for (const { image, revision } of outcomes) {
      const place = this.#places.get(image);
      if (stale.has(image)) this.#places.delete(image);
      else if (this.#last.get(image) === step && place) {
        this.#places.set(image, { revision, isAnswered: true });
        this.#noteState(image, step.state, revision);
        // What has changed since has the right revision from the outbox.
        if (place.revision !== revision && !outbox().holds(image))
          this.#publish([[image, this.#now(image, step.shown)]]);
      }
    }
    const done = step.images.filter(({ id }) => !stale.has(id)).length;
    if (stale.size === 0) return { done, stale: 0 };
    const again = await this.#again(step, stale);
    return { done: done + again.done, stale: stale.size - again.done };
  }

  /**
   * Shows images with other revisions as they are, and takes the step again for those that are what they were: somebody has taken
   * back what they had changed.
   */
  async #again(step: Step, stale: ReadonlySet<string>): Promise<Counts> {
    const { readImages } = await import('./read-images.ts');
    const now = await readImages([...stale]);
    this.#publish([...stale].map((id) => [id, now.get(id) ?? null]));
    const same = step.images.filter(({ id }) => {
      const [image, was] = [now.get(id), step.was.get(id)];
      if (!stale.has(id) || step.isAgain || !image || !was || !isSame(image, was)) return false;
      this.#places.set(id, { revision: image.revision, isAnswered: true });
      return true;
    });
    if (same.length === 0) return { done: 0, stale: stale.size };
    return this.#send({ ...step, images: same, isAgain: true }).result;
  }

  #noteState(image: string, state: Map<string, number>, revision: number): void {
    const earlier = state.get(image);
    if (earlier === undefined) state.set(image, revision);
    else outbox().states.note(image, earlier, revision);
  }

  #publish(news: Iterable<readonly [string, ListedImage | null]>): void {
    publishImageNews(this.#dataset, new Map(news));
  }
}

const callsOf = (changes: readonly SeenChange[]): Call[] =>
  parted(changes).map((some) => ({ kind: 'change', changes: some }));

/** The service refuses a change of nothing. */
const isNothing = ({ tag, set, decision, checked }: Omit<SeenChange, 'image' | 'seen'>): boolean =>
  [tag, set, decision, checked].every((each) => each === undefined);

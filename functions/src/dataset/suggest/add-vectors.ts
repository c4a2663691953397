import { inOrder } from '../../../../packages/concurrency/src/in-order.ts';
import { byteOrder } from '../../../../packages/records/src/byte-order.ts';
import { imageLists } from '../../common/adapters/firestore/images/image-lists.ts';
import { imagePages } from '../../common/adapters/firestore/images/image-pages.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { vectorStates } from '../../common/adapters/firestore/records/vector-states.ts';
import { objects } from '../../common/adapters/objects.ts';
import { oneByOne } from '../../common/concurrency/one-by-one.ts';
import { HttpError } from '../../common/errors.ts';
import { isMissing } from '../../common/foreign-errors.ts';
import type { Dataset, ImageRecord } from '../../common/model.ts';
import type { PagePlace } from '../../common/ports.ts';
import { type Describer, NO_VECTORS, type VectorState } from '../../common/records/vector-ports.ts';
import { originalOf } from '../../common/storage/own-objects.ts';
import { readWhole } from '../../common/storage/read-whole.ts';
import { describeImage, type Look } from './describe-image.ts';
import { describers } from './describers.ts';
import { foldParts } from './fold-parts.ts';
import { lookOf, mostVectors } from './look.ts';
import { isCounted, lackOf, requireVectors } from './require-suggest.ts';
import { readParts, type Seen, writePart } from './vector-part.ts';

interface Input {
  /** After which no image is begun. */
  seconds: number;
  /** What has been made until it is aborted is kept. */
  signal: AbortSignal;
  report?: (progress: { done: number }) => void;
  /** Instead, those that came last, until `ENOUGH` in a row have a vector. The walk stays where it is. */
  isNewest?: boolean;
}

/** `pending`: 0 once all images of the dataset have been looked at. */
export interface AddedVectors {
  indexed: number;
  pending: number;
  unreadable: number;
}

const FIELDS = ['uri', 'dataset', 'session', 'date', 'look', 'content', 'width', 'height'] as const;
/** Records that are read together, newest first, and that have a vector where nothing new is looked for behind them. */
const [TOGETHER, ENOUGH] = [100, 300];
/** Pictures that are read ahead, by their pixels. One without a size counts as one megapixel. */
const LEAD = {
  items: 4,
  weight: 64e6,
  weigh: ({ width, height }: ImageRecord) => Math.max(width * height, 1e6),
};

/**
 * Gives images that lack one a vector (Contract 15): walks over all of them in the order of their ids, for some seconds, from where the
 * last walk stopped. Of two at once, one may have worked for nothing.
 * @throws HttpError `dataset not found`, `suggest refused`
 */
export async function addVectors(id: string, input: Input): Promise<AddedVectors> {
  const dataset = await requireThere(id);
  requireVectors(dataset);
  const { signal } = input;
  const describer = await describers.open(dataset.suggest!, signal);
  const vectors = await foldParts(dataset, { objects, signal });
  return new Walk({ ...dataset, vectors }, describer, input).work();
}

export async function requireThere(id: string): Promise<Dataset> {
  const dataset = await datasets.find(id);
  if (!dataset) throw new HttpError('dataset not found', { id });
  return dataset;
}

/** `beyond`: of more images than are looked at. */
type Found = Look | 'known' | 'unreadable' | 'beyond';

class Walk {
  readonly #dataset: Dataset;
  readonly #describer: Describer;
  readonly #input: Input;
  readonly #before: VectorState;
  readonly #made: (Seen & Look)[] = [];
  readonly #known = new Set<string>();
  readonly #passed: VectorState['walk'];

  constructor(dataset: Dataset, describer: Describer, input: Input) {
    this.#dataset = dataset;
    this.#describer = describer;
    this.#input = input;
    const [state, embedder] = [requireVectors(dataset), lookOf(describer)];
    this.#before = state.embedder === embedder ? state : { ...NO_VECTORS, embedder };
    this.#passed = { ...this.#before.walk };
  }

  async work(): Promise<AddedVectors> {
    const { signal, seconds, isNewest = false } = this.#input;
    const { id } = this.#dataset;
    const { parts } = this.#before;
    const reading = { objects, signal };
    for await (const { images } of readParts({ dataset: id, parts }, reading))
      for (const image of images) this.#known.add(image.id);
    const end = Date.now() + seconds * 1000;
    let isOver = false;
    const records = oneByOne(
      isNewest ? this.#newest() : imageLists.ofDataset(id, FIELDS, undefined, this.#passed.after),
    );
    async function* inTime() {
      for await (const record of records) {
        yield record;
        isOver = Date.now() >= end || signal.aborted;
        if (isOver) return;
      }
    }
    try {
      const look = async (record: ImageRecord) => ({ record, found: await this.#look(record) });
      for await (const { record, found } of inOrder(inTime(), look, LEAD)) this.#pass(record, found);
    } catch (error) {
      // What has been made is kept, also if the job is cancelled.
      await this.#keep(false);
      throw error;
    }
    return this.#keep(!isOver);
  }

  async *#newest(): AsyncGenerator<ImageRecord[]> {
    const options = { limit: TOGETHER, thumbnails: false, fields: FIELDS };
    let known = 0;
    for (let after: PagePlace | null = null; ; ) {
      const { images, next } = await imagePages.page(this.#dataset.id, {}, { ...options, after });
      yield images.map(({ record }) => record);
      for (const { record } of images) known = this.#known.has(record.id) ? known + 1 : 0;
      if (next === null || known >= ENOUGH) return;
      after = next;
    }
  }

  async #look(record: ImageRecord): Promise<Found> {
    if (this.#known.has(record.id)) return 'known';
    if (this.#known.size + this.#made.length >= mostVectors(this.#before.embedder)) return 'beyond';
    const { signal } = this.#input;
    const name = originalOf(record, objects);
    if (name === null) return 'unreadable';
    try {
      const bytes = await readWhole(name, { objects, signal });
      return (await describeImage(bytes, this.#describer, signal)) ?? 'unreadable';
    } catch (error) {
      if (isMissing(error)) return 'unreadable';
      throw error;
    }
  }

  #pass({ id, session, date, look, content }: ImageRecord, found: Found): void {
    if (typeof found === 'object') this.#made.push({ id, session, date, look, content, ...found });
    if (found === 'unreadable') this.#passed.unreadable += 1;
    else if (found !== 'beyond') this.#passed.have += 1;
    // Records that name the dataset by a path string come last, in an order of their own.
    if (byteOrder(id, this.#passed.after) > 0) this.#passed.after = id;
    const { have, unreadable } = this.#before;
    this.#input.report?.({ done: have + this.#made.length + unreadable });
  }

  async #keep(isAtEnd: boolean): Promise<AddedVectors> {
    const { id, vectors } = this.#dataset;
    const made = this.#made.length > 0 ? await writePart(id, this.#made, objects) : null;
    const after = this.#stateAfter(made ? [made.part] : [], isAtEnd);
    const isKept = await vectorStates.step(id, vectors as VectorState, after);
    if (made && !isKept) for (const name of made.names) await objects.remove(name);
    // Another walk was faster, or suggestions were switched off.
    const state = isKept ? after : requireVectors(await requireThere(id));
    const { have, unreadable } = state;
    const isDone = isKept && isAtEnd && (!this.#input.isNewest || isCounted(this.#dataset, state));
    return { indexed: have, unreadable, pending: isDone ? 0 : Math.max(1, lackOf(this.#dataset, state)) };
  }

  #stateAfter(part: readonly string[], isAtEnd: boolean): VectorState {
    const { embedder, parts, have, unreadable } = this.#before;
    const { after: _, ...passed } = this.#passed;
    const all = [...parts, ...part];
    if (this.#input.isNewest) return { ...this.#before, parts: all, have: have + this.#made.length };
    return {
      embedder,
      parts: all,
      ...(isAtEnd ? passed : { have: have + this.#made.length, unreadable }),
      walk: isAtEnd ? { after: '', have: 0, unreadable: 0 } : this.#passed,
    };
  }
}

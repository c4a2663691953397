import { byteOrder } from '../../common/byte-order.ts';
import { inOrder } from '../../common/concurrency/in-order.ts';
import { oneByOne } from '../../common/concurrency/one-by-one.ts';
import { Semaphore } from '../../common/concurrency/semaphore.ts';
import { isMissing } from '../../common/foreign-errors.ts';
import type { Dataset, ImageRecord } from '../../common/model.ts';
import type { Datasets, ImageLists, Objects } from '../../common/ports.ts';
import type { Folders } from '../../common/records/record-ports.ts';
import {
  type Describer,
  type Describers,
  NO_VECTORS,
  type VectorState,
  type VectorStates,
} from '../../common/records/vector-ports.ts';
import { originalOf } from '../../common/storage/own-objects.ts';
import { readWhole } from '../../common/storage/read-whole.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { describeImage, type Look } from './describe-image.ts';
import { foldParts } from './fold-parts.ts';
import { lookOf, mostVectors } from './look.ts';
import { lackOf, requireVectors } from './require-suggest.ts';
import { readParts, type Seen, writePart } from './vector-part.ts';

interface Input extends Target {
  /** After which no image is begun. */
  seconds: number;
  /** Aborted when the caller disconnects: what has been made until then is kept. */
  signal: AbortSignal;
}

export interface AddPorts {
  datasets: Datasets;
  describers: Describers;
  folders: Pick<Folders, 'list'>;
  imageLists: Pick<ImageLists, 'ofDataset'>;
  objects: Objects;
  vectorStates: VectorStates;
}

/** `pending`: 0 once all images of the dataset have been looked at. */
export interface AddedVectors {
  indexed: number;
  pending: number;
  unreadable: number;
}

const FIELDS = ['uri', 'dataset', 'session', 'date', 'look', 'content', 'width', 'height'] as const;
/** One walk at a time in this process: more would only share its processor. Owners of datasets take turns. */
const walking = new Semaphore(1);
/** Pictures that are read ahead, by their pixels. One without a size counts as one megapixel. */
const LEAD = {
  items: 4,
  weight: 64e6,
  weigh: ({ width, height }: ImageRecord) => Math.max(width * height, 1e6),
};

/**
 * Gives images that lack one a vector (Contract 15): walks over all of them in the order of their ids, for some seconds, from where the
 * last call stopped. Of two calls at once, one may have worked for nothing.
 * @throws HttpError `dataset not found`, `forbidden`, `suggest refused`
 */
export async function addVectors(input: Input, ports: AddPorts): Promise<AddedVectors> {
  const dataset = await requireDataset(input, 'editor', ports.datasets);
  const { signal } = input;
  requireVectors(dataset);
  const work = async () => {
    const describer = await ports.describers(dataset.suggest!, signal);
    const vectors = await foldParts(dataset, { objects: ports.objects, signal }, ports);
    return new Walk({ ...dataset, vectors }, describer, input, ports).work();
  };
  return walking.run(work, { signal, share: dataset.owner });
}

/** `beyond`: of more images than are looked at. */
type Found = Look | 'known' | 'unreadable' | 'beyond';

class Walk {
  readonly #dataset: Dataset;
  readonly #describer: Describer;
  readonly #input: Input;
  readonly #ports: AddPorts;
  readonly #before: VectorState;
  readonly #made: (Seen & Look)[] = [];
  readonly #known = new Set<string>();
  readonly #passed: VectorState['walk'];

  constructor(dataset: Dataset, describer: Describer, input: Input, ports: AddPorts) {
    this.#dataset = dataset;
    this.#describer = describer;
    this.#input = input;
    this.#ports = ports;
    const [state, embedder] = [requireVectors(dataset), lookOf(describer)];
    this.#before = state.embedder === embedder ? state : { ...NO_VECTORS, embedder };
    this.#passed = { ...this.#before.walk };
  }

  async work(): Promise<AddedVectors> {
    const { signal, seconds } = this.#input;
    const { id } = this.#dataset;
    const { parts } = this.#before;
    const reading = { objects: this.#ports.objects, signal };
    for await (const { images } of readParts({ dataset: id, parts }, reading))
      for (const image of images) this.#known.add(image.id);
    const end = Date.now() + seconds * 1000;
    let isOver = false;
    const { imageLists } = this.#ports;
    const records = oneByOne(imageLists.ofDataset(id, FIELDS, undefined, this.#passed.after));
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
      // What has been made is kept, also if the caller is gone.
      await this.#keep(false);
      throw error;
    }
    return this.#keep(!isOver);
  }

  async #look(record: ImageRecord): Promise<Found> {
    if (this.#known.has(record.id)) return 'known';
    if (this.#known.size + this.#made.length >= mostVectors(this.#before.embedder)) return 'beyond';
    const { objects } = this.#ports;
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
  }

  async #keep(isAtEnd: boolean): Promise<AddedVectors> {
    const { objects, vectorStates, datasets } = this.#ports;
    const { id, vectors } = this.#dataset;
    const made = this.#made.length > 0 ? await writePart(id, this.#made, objects) : null;
    const after = this.#stateAfter(made ? [made.part] : [], isAtEnd);
    const isKept = await vectorStates.step(id, vectors as VectorState, after);
    if (made && !isKept) for (const name of made.names) await objects.remove(name);
    // Another call was faster, or suggestions were switched off.
    const state = isKept ? after : requireVectors(await requireDataset(this.#input, 'editor', datasets));
    const { have, unreadable } = state;
    const isDone = isKept && isAtEnd;
    return { indexed: have, unreadable, pending: isDone ? 0 : Math.max(1, lackOf(this.#dataset, state)) };
  }

  #stateAfter(part: readonly string[], isAtEnd: boolean): VectorState {
    const { embedder, parts, have, unreadable } = this.#before;
    const { after: _, ...passed } = this.#passed;
    return {
      embedder,
      parts: [...parts, ...part],
      ...(isAtEnd ? passed : { have: have + this.#made.length, unreadable }),
      walk: isAtEnd ? { after: '', have: 0, unreadable: 0 } : this.#passed,
    };
  }
}

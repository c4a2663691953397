import { isPerson } from '../../common/access/permit-maker.ts';
import { inOrder } from '../../common/concurrency/in-order.ts';
import { isPauseDue, pause } from '../../common/concurrency/pause.ts';
import type { CounterPublisher } from '../../common/counters/counter-publisher.ts';
import { HttpError } from '../../common/errors.ts';
import { logging } from '../../common/log.ts';
import type { Counters } from '../../common/ports.ts';
import type { TagRecords } from '../../common/records/tag-ports.ts';
import type { ImportProgress, ImportRecord } from '../../common/versions/import-ports.ts';
import { bytesKey } from './archive/directory.ts';
import { ImportFault } from './import-fault.ts';
import type { ImportFormat } from './import-format.ts';
import { LabelIds } from './labels/make-tags.ts';
import { surveyLabels } from './labels/survey-labels.ts';
import { sentenceOf } from './notes.ts';
import {
  asHttpError,
  type FoundImport,
  findImport,
  type ImportInput,
  type OpenPorts,
  openImport,
} from './open-import.ts';
import type { Plan, PlannedImage } from './plan.ts';
import { type Stored, type StorePorts, type StoreTarget, storeImage } from './store-image.ts';
import { UnreadList } from './unread-list.ts';

export interface RunPorts extends OpenPorts, StorePorts {
  objects: OpenPorts['objects'] & StorePorts['objects'];
  counters: Pick<Counters, 'publish'>;
  publisher: Pick<CounterPublisher, 'note'>;
  tagRecords: TagRecords;
}

export interface Ran extends Pick<ImportRecord, 'progress' | 'unread'> {
  state: 'running' | 'done';
  format: ImportFormat;
}

/** Images in progress at once, and their bytes with those of their labels. */
const LEAD = {
  items: 32,
  weight: 64 * 1024 * 1024,
  weigh: ({ entry, weight = 0 }: PlannedImage) => entry.size + weight,
};
const NOTHING: ImportProgress = { total: 0, done: 0, added: 0, known: 0, failed: 0 };
/** Milliseconds between two writes of the progress: a document takes about one a second. */
const NOTED = 1500;

/**
 * Imports for some seconds, from where the last call with the same parameters ended (Contract 11). The seconds begin when the
 * archive has been read, however long that takes, so that each call imports something. The stored progress is behind what is
 * done, never ahead of it: after a call was killed, the next one repeats a few images, which are recognized by their bytes.
 * @throws HttpError as `findImport` and `openImport`
 */
export async function runImport(input: ImportInput & { seconds: number }, ports: RunPorts): Promise<Ran> {
  const found = await findImport(input, ports);
  const { record, request } = found;
  if (record.state === 'done' && record.request === request) return shown(record);
  const { archive, plan, budget } = await openImport(found, input.format, ports);
  return asHttpError(async () => {
    requireUnderstood(plan, input.format ?? (record.format || undefined));
    const labelIds = new LabelIds({ ...found, plan }, ports);
    // A call that goes on finds the tags of all labels made.
    await labelIds.prepare(isSame(found, plan) ? plan.declared : await surveyLabels(plan, input.signal));
    const { id: dataset, type } = found.dataset;
    const monitors = new Set(Object.keys(found.dataset.monitors));
    const { id: own, createdAt } = record;
    const about = { dataset, type, monitors, import: own, isPerson: isPerson(input.caller), createdAt };
    const target = { ...about, archive, budget, labelIds, signal: input.signal };
    return new Run(found, plan, ports).work(input.seconds, target);
  });
}

/**
 * No picture comes in without its labels because nobody understood them, unless the caller has chosen the format, now or in an
 * earlier call.
 * @throws ImportFault
 */
function requireUnderstood({ foreign, format }: Plan, chosen: string | undefined): void {
  if (foreign.length > 0 && chosen === undefined)
    throw new ImportFault(
      `labels of the archive are not read. ${foreign.map(sentenceOf).join(' ')} To import the images without them, choose the format ${format}`,
    );
}

/** Whether an earlier call has begun the same import. */
const isSame = ({ record, request }: FoundImport, plan: Plan): boolean =>
  record.request === request && record.progress.total === plan.images.length;

const shown = ({ format, progress, unread }: ImportRecord): Ran => ({
  state: 'done',
  format: format as ImportFormat,
  progress,
  unread,
});

/** The rest of an import. */
class Run {
  readonly #found: FoundImport;
  readonly #plan: Plan;
  readonly #ports: RunPorts;
  readonly #progress: ImportProgress;
  readonly #unread: UnreadList;
  #noted = 0;

  constructor(found: FoundImport, plan: Plan, ports: RunPorts) {
    const { record } = found;
    const isBegun = isSame(found, plan);
    this.#found = found;
    this.#plan = plan;
    this.#ports = ports;
    this.#progress = isBegun ? { ...record.progress } : { ...NOTHING, total: plan.images.length };
    this.#unread = isBegun
      ? new UnreadList(record.unread.items, record.unread.count)
      : new UnreadList(plan.unread);
  }

  /** @param seconds after which no image is begun, nor when the budget is spent */
  async work(seconds: number, target: StoreTarget): Promise<Ran> {
    const { counters, publisher } = this.#ports;
    await this.#note('running');
    const end = Date.now() + seconds * 1000;
    const isOver = () => Date.now() >= end || target.budget.isSpent || target.signal.aborted;
    const rest = until(isOver, withRepeats(this.#plan.images).slice(this.#progress.done));
    const started = new Map<string, Promise<unknown>>();
    const store = async (image: RepeatedImage) => {
      const key = bytesKey(image.entry);
      // The first one with these bytes counts, also if it takes longer.
      const stored = (started.get(key) ?? Promise.resolve()).then(() =>
        storeImage(image, target, this.#ports),
      );
      started.set(key, stored);
      return { image, stored: await stored };
    };
    try {
      for await (const { image, stored } of inOrder(rest, store, LEAD)) {
        this.#count(image, stored);
        if (isPauseDue()) await pause();
        if (Date.now() - this.#noted < NOTED) continue;
        await this.#note('running');
        void publisher.note(target.dataset);
      }
    } finally {
      await counters
        .publish(target.dataset)
        .catch(logging('WARNING', 'counters not published', { dataset: target.dataset }));
    }
    const state = this.#progress.done === this.#progress.total ? 'done' : 'running';
    await this.#note(state);
    return { state, format: this.#plan.format, progress: this.#progress, unread: this.#unread.shown() };
  }

  #count({ entry }: PlannedImage, stored: Stored): void {
    this.#progress.done += 1;
    if (stored === 'added') this.#progress.added += 1;
    else if (stored === 'known') this.#progress.known += 1;
    else {
      this.#progress.failed += 1;
      this.#unread.add({ path: entry.path, reason: stored.reason });
    }
  }

  /** @throws HttpError `import not found` if the record was removed meanwhile */
  async #note(state: Ran['state']): Promise<void> {
    const { dataset, record, request } = this.#found;
    const about = { format: this.#plan.format, progress: { ...this.#progress }, request };
    const step = { state, ...about, unread: this.#unread.shown() };
    if (!(await this.#ports.imports.note(dataset.id, record.id, step)))
      throw new HttpError('import not found', { id: record.id });
    this.#noted = Date.now();
  }
}

type RepeatedImage = PlannedImage & { isRepeated: boolean };

/** An image is repeated if an earlier one has the same size and checksum: only one of them is added. */
function withRepeats(images: readonly PlannedImage[]): RepeatedImage[] {
  const seen = new Set<string>();
  return images.map((image) => {
    const key = bytesKey(image.entry);
    const isRepeated = seen.has(key);
    seen.add(key);
    return { ...image, isRepeated };
  });
}

/** What has begun is finished. */
function* until<T>(isOver: () => boolean, items: readonly T[]): Generator<T> {
  for (const item of items) {
    if (isOver()) return;
    yield item;
  }
}

/** An import, in an isolated process: all but the bytes of pictures is read here, and the parent stores what comes of it. */
import { inOrder } from '../../../../packages/concurrency/src/in-order.ts';
import { painting } from '../../../../packages/formats/src/read/budget.ts';
import { bytesKey } from '../../../../packages/formats/src/read/entry.ts';
import { FileFault, ImportFault } from '../../../../packages/formats/src/read/import-fault.ts';
import type { Size } from '../../../../packages/formats/src/read/label-sink.ts';
import { sentenceOf } from '../../../../packages/formats/src/read/notes.ts';
import type { Plan, PlannedImage } from '../../../../packages/formats/src/read/plan.ts';
import { Semaphore } from '../../common/concurrency/semaphore.ts';
import type { Remote } from '../../common/isolated/serve.ts';
import type { ImportProgress, ImportStep } from '../../common/versions/import-ports.ts';
import type { Archive } from './archive/archive.ts';
import { asHttpError, openArchive } from './archive/open-archive.ts';
import { LabelIds } from './labels/make-tags.ts';
import { paintMask } from './labels/paint-mask.ts';
import type { TagMap } from './labels/parse-tag-map.ts';
import { readLabels } from './labels/read-labels.ts';
import { surveyLabels } from './labels/survey-labels.ts';
import { toAnnotations } from './labels/to-annotations.ts';
import type { ImportOptions } from './open-import.ts';
import type { ArchivePorts, ComingImage, Stored } from './run-protocol.ts';
import { UnreadList } from './unread-list.ts';

interface Input {
  /** Bytes of the archive. */
  size: number;
  format: ImportOptions['format'];
  tagMap: TagMap;
  /** Of the import. */
  id: string;
  /** Where an earlier attempt has ended; null before the first. */
  before: ImportStep | null;
}

/** Images in progress at once, and their bytes, which the parent holds. */
const LEAD = { items: 32, weight: 64 * 1024 * 1024, weigh: ({ entry }: PlannedImage) => entry.size };
/** Bytes of masks that are on their way to the parent. */
const MASKS_UNDERWAY = 32 * 1024 * 1024;
const NOTHING: ImportProgress = { total: 0, done: 0, added: 0, known: 0, failed: 0 };
/** Milliseconds between two writes of the progress: a document takes about one a second. */
const NOTED = 1500;

/** @returns the last step, which is not noted yet @throws HttpError `import failed` */
export async function runArchive(input: Input, ports: Remote<ArchivePorts>): Promise<ImportStep> {
  const { size, format, id, before } = input;
  const { archive, plan } = await openArchive((start, end) => ports.call('range', start, end), size, format);
  return asHttpError(async () => {
    requireUnderstood(plan, format);
    const labelIds = new LabelIds({ ...input, import: id, plan }, ports);
    // An attempt that goes on finds the tags of all labels made.
    await labelIds.prepare(before ? plan.declared : await surveyLabels(plan));
    return new Run({ plan, archive, labelIds, before }, ports).work();
  });
}

/**
 * No picture comes in without its labels because nobody understood them, unless the caller has chosen the format.
 * @throws ImportFault
 */
function requireUnderstood({ foreign, format }: Plan, chosen: string | undefined): void {
  if (foreign.length > 0 && chosen === undefined)
    throw new ImportFault(
      `labels of the archive are not read. ${foreign.map(sentenceOf).join(' ')} To import the images without them, choose the format ${format}`,
    );
}

interface Work extends Pick<Input, 'before'> {
  plan: Plan;
  archive: Archive;
  labelIds: LabelIds;
}

/** The rest of an import. */
class Run {
  readonly #work: Work;
  readonly #ports: Remote<ArchivePorts>;
  readonly #progress: ImportProgress;
  readonly #unread: UnreadList;
  readonly #masks = new Semaphore(MASKS_UNDERWAY);
  #noted = Date.now();
  #isTimeUp = false;

  constructor(work: Work, ports: Remote<ArchivePorts>) {
    const { before, plan } = work;
    this.#work = work;
    this.#ports = ports;
    this.#progress = before ? { ...before.progress } : { ...NOTHING, total: plan.images.length };
    this.#unread = before
      ? new UnreadList(before.unread.items, before.unread.count)
      : new UnreadList(plan.unread);
  }

  async work(): Promise<ImportStep> {
    const isOver = () => this.#isTimeUp;
    const rest = until(isOver, withRepeats(this.#work.plan.images).slice(this.#progress.done));
    const started = new Map<string, Promise<unknown>>();
    const store = async (image: RepeatedImage) => {
      const key = bytesKey(image.entry);
      // The first one with these bytes counts, also if it takes longer.
      const stored = (started.get(key) ?? Promise.resolve()).then(() => this.#store(image));
      started.set(key, stored);
      return { image, stored: await stored };
    };
    for await (const { image, stored } of inOrder(rest, store, LEAD)) {
      this.#count(image, stored);
      if (Date.now() - this.#noted >= NOTED) await this.#note();
    }
    return this.#step();
  }

  async #store({ labels, ...image }: RepeatedImage): Promise<Stored> {
    const opened = await this.#ports.call('open', image);
    if (typeof opened === 'string' || 'reason' in opened) return opened;
    try {
      return await this.#storeOpened({ labels, ...image }, image, opened);
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      await this.#ports.call('close', image, null);
      return { reason: error.message };
    }
  }

  /** @throws FileFault */
  async #storeOpened(planned: PlannedImage, image: ComingImage, size: Size): Promise<Stored> {
    const labels = await readLabels(planned);
    const ids = await this.#work.labelIds.of(labels);
    const { masks, ...said } = toAnnotations(labels, (label) => ids.get(label) ?? null, size);
    const isWhole = [...ids.values()].every((id) => id !== null);
    // Before anything is stored.
    painting()(masks.length * size.width * size.height);
    for (;;) {
      const spend = painting();
      for (const { tag, sources } of masks) {
        const png = await paintMask(sources, size, { archive: this.#work.archive, spend });
        await this.#masks.run(() => this.#ports.call('addMask', image, tag, png), { weight: png.length });
      }
      const stored = await this.#ports.call('close', image, { ...said, isWhole });
      if (stored !== 'again') return stored;
    }
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

  #step(): ImportStep {
    const { format } = this.#work.plan;
    return { format, progress: { ...this.#progress }, unread: this.#unread.shown() };
  }

  async #note(): Promise<void> {
    this.#isTimeUp = await this.#ports.call('note', this.#step());
    this.#noted = Date.now();
  }
}

type RepeatedImage = PlannedImage & { isRepeated: boolean };

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

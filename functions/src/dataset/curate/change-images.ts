import { isClassified } from '../../../../packages/formats/src/format.ts';
import { imageRecord } from '../../../../packages/records/src/image.ts';
import type { DatasetType } from '../../../../packages/records/src/lists.ts';
import { settingsIn } from '../../../../packages/records/src/record.ts';
import { isPerson, uidOf } from '../../common/access/permit-maker.ts';
import { imageChanges } from '../../common/adapters/firestore/images/image-changes.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { Semaphore } from '../../common/concurrency/semaphore.ts';
import { publisher } from '../../common/counters/counter-publisher.ts';
import { HttpError } from '../../common/errors.ts';
import { isId } from '../../common/ids.ts';
import type {
  ChangesPart,
  ImageChange,
  ImageChanges,
  ImageOutcome,
  Maker,
  RequestName,
  Step,
} from '../../common/images/curate-ports.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Dataset } from '../../common/model.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { judgeImage } from './judge-image.ts';
import { requestName } from './request-name.ts';
import { settleMoved } from './settle/settle-moved.ts';

interface Input extends Target {
  changes: readonly ImageChange[];
  /** Names the request, at every retry of it; null if the caller sent no key. */
  requestKey: string | null;
}

/** Parts of a request at once. Rejected images are read with their thumbnails, so more would take memory. */
const PARALLEL = 2;

/**
 * Labels images and decides about them (Contract 9: PATCH images). The changes are committed in parts, side by side; a request that was
 * interrupted continues after the committed steps of each part when it is repeated.
 * @returns one outcome per change, in their order
 * @throws HttpError `dataset not found`, `forbidden`, `bad parameter` for a key that named another request
 */
export async function changeImages(input: Input): Promise<ImageOutcome[]> {
  const { changes, caller, requestKey } = input;
  const dataset = await requireDataset(input, 'editor');
  const maker: Maker = { by: uidOf(caller), at: Date.now() };
  const request = requestName(maker.by, requestKey, changes);
  const parts = imageChanges.parts(changes);
  const [readable] = await Promise.all([
    readChanges(changes, dataset),
    request && parts.length > 1 ? imageChanges.claim(dataset.id, request) : null,
  ]);
  const steps: Step[] = [];
  try {
    const slots = new Semaphore(PARALLEL);
    const days = dataset.retention.rejected;
    const target = { dataset: dataset.id, request, maker, days, isPerson: isPerson(caller) };
    const committing = parts.map((part) =>
      slots.run(() => commitPart(part, { target, dataset, readable, steps }, imageChanges)),
    );
    await Promise.allSettled(committing);
    return (await Promise.all(committing)).flat();
  } finally {
    // What was committed before a failure is published too.
    const moved = steps.map((step) => step.moved);
    await Promise.all([publisher.note(dataset.id), settleMoved(moved)]);
    noteLogFields({ images: changes.length, ...countOf(steps.flatMap(({ outcomes }) => outcomes)) });
  }
}

interface Committing {
  target: {
    dataset: string;
    request: RequestName | null;
    maker: Maker;
    days: number;
    isPerson: boolean;
  };
  dataset: Dataset;
  /** All changes of the request. */
  readable: readonly Readable[];
  /** What was committed is added here. */
  steps: Step[];
}

async function commitPart(
  { from, length }: ChangesPart,
  { target, dataset, readable, steps }: Committing,
  imageChanges: ImageChanges,
): Promise<ImageOutcome[]> {
  const outcomes: ImageOutcome[] = [];
  while (outcomes.length < length) {
    const at = from + outcomes.length;
    const rest = readable.slice(at, from + length);
    const asked = rest.map(({ change }) => change);
    const step = await imageChanges.commit({ ...target, from: at }, asked, (record, index) => {
      const { change, flaw } = rest[index] as Readable;
      const context = { maker: target.maker, type: dataset.type, isPerson: target.isPerson };
      return judgeImage(record, change, context, flaw);
    });
    outcomes.push(...step.outcomes);
    steps.push(step);
  }
  return outcomes;
}

const countOf = (outcomes: readonly ImageOutcome[]) => {
  const done = outcomes.filter(({ outcome }) => outcome === 'done').length;
  return { changed: done, unchanged: outcomes.length - done };
};

interface Readable {
  change: ImageChange;
  /** Why the change is invalid, whatever its image is; null if it is valid. */
  flaw: string | null;
}

/** A merged tag is replaced by the tag that it was merged into. */
export async function readChanges(changes: readonly ImageChange[], dataset: Dataset): Promise<Readable[]> {
  const asked = [...new Set(changes.flatMap(({ tag }) => (typeof tag === 'string' ? [tag] : [])))];
  const found = await Promise.all(
    asked.map(async (tag) => (isId(tag) ? datasets.resolveTag(dataset, tag) : undefined)),
  );
  const tags = new Map(asked.map((tag, index) => [tag, found[index]]));
  const named = new Set<string>();
  return changes.map((change) => {
    const isRepeated = named.has(change.image);
    named.add(change.image);
    const tag = typeof change.tag === 'string' ? tags.get(change.tag) : change.tag;
    return {
      change: { ...change, tag },
      flaw: isRepeated ? 'The image is named twice' : flawOf(change, dataset.type, tags),
    };
  });
}

/** @throws HttpError `bad parameter` if it is invalid for every image */
export async function requireSound(change: Omit<ImageChange, 'image'>, dataset: Dataset): Promise<void> {
  const [read] = await readChanges([{ ...change, image: '' }], dataset);
  if (read?.flaw) throw new HttpError('bad parameter', { reason: read.flaw });
}

function flawOf(
  change: ImageChange,
  type: DatasetType,
  tags: ReadonlyMap<string, string | null | undefined>,
): string | null {
  const { tag, set, decision, checked } = change;
  const given = [tag, set, decision, checked, ...Object.values(settingsIn(imageRecord, change))];
  if (given.every((each) => each === undefined)) return 'Nothing to change: tag, set or decision is required';
  if (typeof tag === 'string' && tags.get(tag) === undefined) return `Tag with ID "${tag}" not found`;
  if (decision === 'accept' && set === 'REVIEW') return 'An accepted image leaves REVIEW';
  if (decision === 'empty' && set === 'REVIEW') return 'An image with nothing in it leaves REVIEW';
  if (decision === 'empty' && isClassified(type)) return 'An image of this dataset needs a class';
  return null;
}

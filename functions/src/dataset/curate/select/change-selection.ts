import { createHash } from 'node:crypto';
import { uidOf } from '../../../common/access/permit-maker.ts';
import { HttpError } from '../../../common/errors.ts';
import type { ImageOutcome } from '../../../common/images/curate-ports.ts';
import type { SelectionChange, SelectionProgress } from '../../../common/images/selection-ports.ts';
import { noteLogFields } from '../../../common/log.ts';
import type { ImageFilter } from '../../../common/ports.ts';
import { nameRequest } from '../../../common/records/name-request.ts';
import { requireDataset } from '../../require-dataset.ts';
import { changeImages, requireSound } from '../change-images.ts';
import { doneIn, inPages, sumOf, type Working } from '../in-pages.ts';
import {
  findSelection,
  listSelected,
  readChanges,
  readUndoing,
  rejectedBy,
  requireKnown,
  type SelectionPorts,
} from './selected-images.ts';

/** `shown`: how many images fitted the filter; `at`: when, Unix milliseconds. */
interface Asked {
  select: ImageFilter & { shown: number; at: number };
  change: SelectionChange['change'];
}

/** `found`: images of that time; others by outcome. `left`: images that the next call goes on with. */
interface Changed {
  change: string;
  found: number;
  done: number;
  stale: number;
  invalid: number;
  left: number;
}

/**
 * Changes all images that fitted a filter at one time (Contract 9: PATCH images, `select`), for some seconds, from where the last
 * call with the same key stopped. What has come later is not touched, and what has changed since then stays as it is.
 * @throws HttpError `dataset not found`, `forbidden`, `bad parameter`, `change refused`
 */
export async function changeSelection(
  { select, change, requestKey, ...input }: Working & Asked & { requestKey: string | null },
  ports: SelectionPorts,
): Promise<Changed> {
  const { selections } = ports;
  const begun = await begin({ select, change, requestKey }, input, ports);
  const { id } = begun;
  const listed = { ...begun, progress: await listSelected(begun, input, ports) };
  const { images, isWhole } = listed.progress.listed;
  if (images > select.shown)
    throw refused(`${images} images were there, more than the ${select.shown} shown`);
  if (!isWhole) return { ...answerOf(listed), left: Math.max(1, select.shown) };
  const goOn = async (progress: SelectionProgress) => {
    // Whoever has undone it may have passed the page after the last before that was written, also by a call that ended there.
    const isUndone = progress.state === 'undone';
    const changes = isUndone ? await readUndoing(listed, progress.pages.length, input, ports) : null;
    if (changes) await changeImages({ ...input, changes, requestKey: null }, ports);
    return requireOpen(progress);
  };
  const progress = await inPages<SelectionProgress>(
    await goOn(listed.progress),
    {
      next: ({ pages }) => readChanges(listed, pages.length, input, ports),
      after: async (before, outcomes) => ({
        ...before,
        pages: [...before.pages, await countOf(listed, outcomes, input, ports)],
      }),
      step: (from, to) => selections.step(input.dataset, id, from, to),
      overtaken: async () => goOn((await findSelection(id, input, ports)).progress),
    },
    input,
    ports,
  );
  return answerOf({ id, progress });
}

/** @returns what is kept of the change, whoever began it */
async function begin(
  { select, change, requestKey }: Asked & { requestKey: string | null },
  input: Working,
  ports: SelectionPorts,
): Promise<SelectionChange> {
  const dataset = await requireDataset(input, 'editor', ports.datasets);
  const by = uidOf(input.caller);
  const body = createHash('sha256')
    .update(JSON.stringify([select, change]))
    .digest('hex');
  // The same images of the same time, and the same change: that is the same request.
  const id = nameRequest(`select ${dataset.id}`, by, requestKey ?? body) as string;
  const found = (await ports.selections.find(dataset.id, id)) ?? (await make(id));
  if (found.body === body) return found;
  throw new HttpError('bad parameter', { reason: 'Idempotency-Key was used for another request' });

  async function make(id: string): Promise<SelectionChange> {
    const { shown: _, at, ...filter } = select;
    requireKnown(at);
    await requireSound(change, dataset, ports);
    const listed = { pages: 0, images: 0, after: null, isWhole: false };
    const progress = { state: 'open', listed, pages: [], restored: [] } as const;
    const known = { id, body, filter, at: Math.min(at, Date.now()), change, by };
    return ports.selections.make(dataset.id, { ...known, progress });
  }
}

const refused = (reason: string) => new HttpError('change refused', { reason });

function requireOpen(progress: SelectionProgress): SelectionProgress {
  if (progress.state === 'undone') throw refused('it was undone');
  return progress;
}

/** An image that an earlier attempt has rejected is not found, but in the trash. */
async function countOf(
  { id, change }: SelectionChange,
  outcomes: readonly ImageOutcome[],
  input: Working,
  ports: SelectionPorts,
): Promise<SelectionProgress['pages'][number]> {
  const of = (wanted: ImageOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted);
  const gone = of('not found').map(({ image }) => image);
  const isRejecting = change.decision === 'reject' && gone.length > 0;
  const rejected = isRejecting ? (await rejectedBy(id, gone, input, ports)).length : 0;
  const [done, invalid] = [doneIn(outcomes) + rejected, of('invalid').length];
  return { done, invalid, stale: outcomes.length - done - invalid };
}

function answerOf({ id, progress }: Pick<SelectionChange, 'id' | 'progress'>): Changed {
  const sum = (name: 'done' | 'stale' | 'invalid') => sumOf(progress.pages.map((page) => page[name]));
  const found = progress.listed.images;
  const [done, stale, invalid] = [sum('done'), sum('stale'), sum('invalid')];
  const left = found - done - stale - invalid;
  noteLogFields({ images: found, changed: done, unchanged: stale + invalid });
  return { change: id, found, done, stale, invalid, left };
}

/** The images of a selection's change, and what each page of them is to become (Contract 9: PATCH images, `select`). */

import { imagePages } from '../../../common/adapters/firestore/images/image-pages.ts';
import { trash } from '../../../common/adapters/firestore/images/trash.ts';
import { selections } from '../../../common/adapters/firestore/records/stepped-records.ts';
import { objects } from '../../../common/adapters/objects.ts';
import { HttpError } from '../../../common/errors.ts';
import { isId } from '../../../common/ids.ts';
import type { ImageChange } from '../../../common/images/curate-ports.ts';
import { type Selected, type SelectionChange, selectedName } from '../../../common/images/selection-ports.ts';
import { type Doing, inSteps, JobFailed } from '../../../common/jobs/kind.ts';
import type { ImageRecord } from '../../../common/model.ts';
import type { PagePlace } from '../../../common/ports.ts';
import { readWhole } from '../../../common/storage/read-whole.ts';
import { requireDataset, type Target } from '../../require-dataset.ts';
import { BEGIN, type ChangeCursor, PAGE } from '../change-in-steps.ts';
import { placed } from '../judge-image.ts';
import { restoreAll } from '../restore-images.ts';

/** @throws HttpError `dataset not found`, `forbidden`, `change not found` */
export async function findSelection(id: string, target: Target) {
  const dataset = await requireDataset(target, 'editor');
  const found = isId(id) ? await selections.find(dataset.id, id) : null;
  if (!found) throw new HttpError('change not found', { id });
  return { dataset, found, input: { change: id } };
}

/** @throws JobFailed */
export async function requireSelection({ dataset, job }: Doing): Promise<SelectionChange> {
  const found = await selections.find(dataset.id, String(job.input.change));
  if (!found) throw new JobFailed('the change is gone');
  return found;
}

/** Milliseconds for which the database knows what its records were; less a few seconds for reading them. */
const KNOWN = 3_600_000 - 30_000;

/** Milliseconds by which the clocks of two instances may differ. */
const SKEW = 1000;

/** @throws HttpError `bad parameter` */
export function requireKnown(at: number): void {
  const bad = (reason: string) => new HttpError('bad parameter', { reason });
  if (at > Date.now() + SKEW) throw bad('at is in the future: send what the list says');
  if (at < Date.now() - KNOWN) throw bad('at is more than an hour ago: look at the images again');
}

/** Where the listing goes on. */
interface Listed {
  listed: number;
  images: number;
  after: PagePlace | null;
}

/** Lists the images of its time in objects, page by page. @returns whether all are listed; false: the job's next task goes on */
export async function listSelected(
  { id, filter, at, change, shown }: SelectionChange,
  doing: Doing,
): Promise<boolean> {
  const dataset = doing.dataset.id;
  const begin: Listed = { listed: 0, images: 0, after: null };
  const listing = await inSteps<Listed | ChangeCursor>(doing, begin, async (cursor) => {
    if (!('listed' in cursor)) return null;
    requireKnown(at);
    const options = {
      limit: PAGE,
      after: cursor.after,
      thumbnails: false,
      fields: fieldsOf(change),
      moment: at,
    };
    const { images, next } = await imagePages.page(dataset, filter, options);
    const bytes = Buffer.from(JSON.stringify(images.map(({ record }) => toSelected(record))));
    // Another attempt reads the same images of that time.
    await objects.put(selectedName(dataset, id, cursor.listed), bytes, 'application/json');
    const [pages, found] = [cursor.listed + 1, cursor.images + images.length];
    if (found > shown) throw new JobFailed(`more images were there than the ${shown} shown`);
    return {
      weight: 1,
      write: async (batch) => {
        if (next !== null) return { cursor: { listed: pages, images: found, after: next }, total: shown };
        await selections.note(batch, dataset, id, { state: 'open', pages, found });
        return { cursor: BEGIN, total: found };
      },
    };
  });
  return listing !== null;
}

/** Accepting makes a model's annotations a person's. Otherwise they are not read: an image may have a thousand. */
const fieldsOf = ({ decision }: SelectionChange['change']): (keyof ImageRecord)[] => [
  ...(['tag', 'set', 'setBefore', 'checked', 'confirmed', 'suggested', 'revision', 'change'] as const),
  ...(decision === 'accept' ? (['tags'] as const) : []),
];

const toSelected = ({
  id,
  tag,
  tags,
  set,
  setBefore,
  checked,
  confirmed,
  suggested,
  revision,
  change,
}: ImageRecord): Selected => ({
  ...{ image: id, tag, set, setBefore, checked, confirmed, suggested, revision, change },
  inference: tags.flatMap(({ labeled }, at) => (labeled === 'inference' ? [at] : [])),
});

/** Null: there is no such page. */
async function readSelected(
  { id, progress }: SelectionChange,
  page: number,
  { dataset, signal }: Doing,
): Promise<Selected[] | null> {
  if (page >= progress.pages) return null;
  return JSON.parse((await readWhole(selectedName(dataset.id, id, page), { objects, signal })).toString());
}

type ReadPage = (selection: SelectionChange, page: number, doing: Doing) => Promise<ImageChange[] | null>;

export const readSelectedChanges: ReadPage = async (selection, page, doing) => {
  const selected = await readSelected(selection, page, doing);
  const { change, id } = selection;
  return selected?.map(({ image, revision: seen }) => ({ ...change, image, seen, change: id })) ?? null;
};

/** What takes a page back. Those that it has rejected are restored from the trash here. */
export const readUndoing: ReadPage = async (selection, page, doing) => {
  const { id, change } = selection;
  const selected = await readSelected(selection, page, doing);
  const isRejected = change.decision === 'reject';
  if (selected && isRejected) {
    const revisions = new Map(selected.map(({ image, revision }) => [image, revision]));
    const dataset = doing.dataset.id;
    const trashed = (await trash.find(dataset, [...revisions.keys()])).map(({ record }) => record);
    const isOwn = (each: ImageRecord) =>
      each.change === id && each.revision === (revisions.get(each.id) ?? 0) + 1;
    const own = trashed.filter(isOwn).map((each) => each.id);
    doing.signal.throwIfAborted();
    if (own.length > 0) await restoreAll(dataset, own);
  }
  // To restore an image is a change as well.
  const steps = isRejected ? 2 : 1;
  const undoing = selected?.map(({ image, tag, set, revision, change: before, ...restored }) => ({
    ...{ image, tag, restored, seen: revision + steps, undoes: { id, before, revisions: steps + 1 } },
    // One that has not moved may be where a split has put it since.
    ...(placed({ set, setBefore: restored.setBefore }, change).set !== set && { set }),
  }));
  return undoing ?? null;
};

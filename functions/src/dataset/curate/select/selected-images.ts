/** The images of a selection's change, and what each page of them is to become (Contract 9: PATCH images, `select`). */
import { HttpError } from '../../../common/errors.ts';
import { isId } from '../../../common/ids.ts';
import type { ImageChange, Trash } from '../../../common/images/curate-ports.ts';
import {
  type Selected,
  type SelectionChange,
  type SelectionProgress,
  type Selections,
  selectedName,
} from '../../../common/images/selection-ports.ts';
import type { ImageRecord } from '../../../common/model.ts';
import type { ImagePages, Objects } from '../../../common/ports.ts';
import { readWhole } from '../../../common/storage/read-whole.ts';
import { requireDataset } from '../../require-dataset.ts';
import { type ChangePorts, PAGE, type Working } from '../in-pages.ts';
import { placed } from '../judge-image.ts';
import { restoreImages } from '../restore-images.ts';

export type SelectionPorts = ChangePorts & {
  imagePages: ImagePages;
  objects: Objects;
  selections: Selections;
  trash: Trash;
};

/** @throws HttpError `dataset not found`, `forbidden`, `change not found` */
export async function findSelection(
  id: string,
  input: Working,
  { datasets, selections }: Pick<SelectionPorts, 'datasets' | 'selections'>,
): Promise<SelectionChange> {
  const dataset = await requireDataset(input, 'editor', datasets);
  const found = isId(id) ? await selections.find(dataset.id, id) : null;
  if (!found) throw new HttpError('change not found', { id });
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

/** Lists the images of its time in objects, page by page, until all are listed or the time is over. */
export async function listSelected(
  { id, filter, at, change, progress: begin }: SelectionChange,
  { dataset, seconds, signal }: Working,
  ports: SelectionPorts,
): Promise<SelectionProgress> {
  const end = Date.now() + seconds * 1000;
  let progress = begin;
  while (!progress.listed.isWhole && Date.now() < end && !signal.aborted) {
    requireKnown(at);
    const { pages, images, after } = progress.listed;
    const options = { limit: PAGE, after, thumbnails: false, fields: fieldsOf(change), moment: at };
    const page = await ports.imagePages.page(dataset, filter, options);
    const selected = page.images.map(({ record }) => toSelected(record));
    const bytes = Buffer.from(JSON.stringify(selected));
    // Another call reads the same images of that time.
    await ports.objects.put(selectedName(dataset, id, pages), bytes, 'application/json');
    const [count, isWhole] = [images + selected.length, page.next === null];
    const listed = { pages: pages + 1, images: count, after: page.next, isWhole };
    const to = { ...progress, listed };
    const isKept = await ports.selections.step(dataset, id, progress, to);
    progress = isKept ? to : ((await ports.selections.find(dataset, id))?.progress ?? progress);
  }
  return progress;
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
  { dataset, signal }: Working,
  { objects }: SelectionPorts,
): Promise<Selected[] | null> {
  if (page >= progress.listed.pages) return null;
  return JSON.parse((await readWhole(selectedName(dataset, id, page), { objects, signal })).toString());
}

type ReadPage = (
  selection: SelectionChange,
  page: number,
  input: Working,
  ports: SelectionPorts,
) => Promise<ImageChange[] | null>;

export const readChanges: ReadPage = async (selection, page, input, ports) => {
  const selected = await readSelected(selection, page, input, ports);
  const { change, id } = selection;
  return selected?.map(({ image, revision: seen }) => ({ ...change, image, seen, change: id })) ?? null;
};

/** What takes a page back. Those that it has rejected are restored from the trash here. */
export const readUndoing: ReadPage = async (selection, page, input, ports) => {
  const { id, change } = selection;
  const selected = await readSelected(selection, page, input, ports);
  const isRejected = change.decision === 'reject';
  if (selected && isRejected) {
    const revisions = new Map(selected.map(({ image, revision }) => [image, revision]));
    const trashed = await rejectedBy(id, [...revisions.keys()], input, ports);
    const own = trashed.filter((each) => each.revision === (revisions.get(each.id) ?? 0) + 1);
    if (own.length > 0) await restoreImages({ ...input, images: own.map((each) => each.id) }, ports);
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

/** Those of the images that are in the trash since a selection's change has rejected them. */
export async function rejectedBy(
  id: string,
  images: readonly string[],
  { dataset }: Working,
  { trash }: SelectionPorts,
): Promise<ImageRecord[]> {
  const found = await trash.find(dataset, images);
  return found.map(({ record }) => record).filter(({ change }) => change === id);
}

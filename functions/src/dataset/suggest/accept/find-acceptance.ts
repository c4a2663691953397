import { acceptances } from '../../../common/adapters/firestore/records/acceptances.ts';
import { chunks } from '../../../common/chunks.ts';
import { HttpError } from '../../../common/errors.ts';
import { isId } from '../../../common/ids.ts';
import type { ImageChange } from '../../../common/images/curate-ports.ts';
import type { Job } from '../../../common/jobs/job.ts';
import { JobFailed } from '../../../common/jobs/kind.ts';
import { type Acceptance, acceptanceName } from '../../../common/runs/acceptance-ports.ts';
import { type Reading, readWhole } from '../../../common/storage/read-whole.ts';
import { PAGE } from '../../curate/change-in-steps.ts';
import { requireDataset, type Target } from '../../require-dataset.ts';

export interface Accepting extends Target {
  acceptance: string;
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
}

/** @throws HttpError `dataset not found`, `forbidden`, `acceptance not found` */
export async function findAcceptance({ acceptance: id, ...target }: Target & Pick<Accepting, 'acceptance'>) {
  const dataset = await requireDataset(target, 'editor');
  const found = isId(id) ? await acceptances.find(dataset.id, id) : null;
  if (!found) throw new HttpError('acceptance not found', { id });
  return { dataset, found, input: { acceptance: id } };
}

/** @throws JobFailed */
export async function requireFound(dataset: string, { input }: Job): Promise<Acceptance> {
  const found = await acceptances.find(dataset, String(input.acceptance));
  if (!found) throw new JobFailed('the acceptance is gone');
  return found;
}

/** Images of an acceptance that nobody reviews, as its object names them. */
type Page = readonly [image: string, tag: string, revision: number, change: string | null][];

export async function readPages(dataset: string, others: string, reading: Reading): Promise<Page[]> {
  const text = (await readWhole(acceptanceName(dataset, others), reading)).toString();
  return [...chunks(JSON.parse(text) as Page, PAGE)];
}

/** What gives the images of a page their class. */
export function giving({ id, name }: Acceptance, page: Page): ImageChange[] {
  const suggested = { labeled: 'inference', run: name, acceptance: id } as const;
  return page.map(([image, tag, seen]) => ({ image, seen, tag, suggested, change: id }));
}

/** What takes that back, once. */
export const undoing = ({ id }: Acceptance, page: Page): ImageChange[] =>
  page.map(([image, , seen, before]) => ({
    ...{ image, seen: seen + 1, tag: null, undoes: { id, before, revisions: 2 } },
  }));

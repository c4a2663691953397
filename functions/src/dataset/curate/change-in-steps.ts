/** Changes of many images by a job: accepted suggestions and selections, and taking them back (Contract 9, 15, 18). */
import type { WriteBatch } from 'firebase-admin/firestore';
import { imageChanges, MOST_WEIGHT } from '../../common/adapters/firestore/images/image-changes.ts';
import { publisher } from '../../common/counters/counter-publisher.ts';
import type { ImageChange, ImageOutcome, Step } from '../../common/images/curate-ports.ts';
import { type Doing, inSteps } from '../../common/jobs/kind.ts';
import { readChanges } from './change-images.ts';
import { judgeImage } from './judge-image.ts';
import { settleMoved } from './settle/settle-moved.ts';

/** Images of a page. */
export const PAGE = 500;

/** Images by outcome. `stale`: changed since, or gone. */
export interface Counts {
  done: number;
  stale: number;
  invalid: number;
}

/** The next change is the one at `at` of a page. */
export interface ChangeCursor extends Counts {
  page: number;
  at: number;
}

export const BEGIN: ChangeCursor = { page: 0, at: 0, done: 0, stale: 0, invalid: 0 };

interface Changing {
  /** Whether it counts as a person's. */
  isPerson: boolean;
  /** Images of all pages. */
  total: number;
  /** Null: there is no such page. */
  pageOf(page: number): Promise<readonly ImageChange[] | null>;
  /** Adds to a commit what is kept of it elsewhere. @param page of the images in it */
  beside(batch: WriteBatch, counts: Counts, page: number): Promise<void>;
}

/** @returns null if the job's next task goes on */
export async function changeInSteps(
  doing: Doing,
  { isPerson, total, pageOf, beside }: Changing,
): Promise<Counts | null> {
  const maker = { by: doing.job.by, at: Date.now() };
  let read = { page: -1, changes: null as readonly ImageChange[] | null };
  return inSteps(doing, BEGIN, async (cursor) => {
    const { page, at } = cursor;
    if (read.page !== page) read = { page, changes: await pageOf(page) };
    if (!read.changes) return null;
    const { length } = read.changes;
    const { dataset } = doing;
    const readable = await readChanges(read.changes.slice(at), dataset);
    const asked = readable.map(({ change }) => change);
    const context = { maker, type: dataset.type, isPerson };
    let step: Step;
    return {
      weight: MOST_WEIGHT,
      write: async (batch, weight) => {
        const target = { dataset: dataset.id, maker, days: dataset.retention.rejected, weight };
        step = await imageChanges.add(batch, target, asked, (record, index) => {
          const { change, flaw } = readable[index]!;
          return judgeImage(record, change, context, flaw);
        });
        const counts = added(cursor, step.outcomes);
        await beside(batch, counts, page);
        const end = at + step.outcomes.length;
        const place = end < length ? { page, at: end } : { page: page + 1, at: 0 };
        return { cursor: { ...place, ...counts }, done: counts.done + counts.stale + counts.invalid, total };
      },
      after: async () => {
        await Promise.all([publisher.note(dataset.id), settleMoved([step.moved])]);
      },
    };
  });
}

function added({ done, stale, invalid }: Counts, outcomes: readonly ImageOutcome[]): Counts {
  const count = (wanted: ImageOutcome['outcome']) =>
    outcomes.filter(({ outcome }) => outcome === wanted).length;
  const [more, wrong] = [count('done'), count('invalid')];
  return { done: done + more, invalid: invalid + wrong, stale: stale + outcomes.length - more - wrong };
}

import type { WriteBatch } from 'firebase-admin/firestore';
import type { Expired } from '../../common/adapters/firestore/images/expired-images.ts';
import { imageChanges, MOST_WEIGHT } from '../../common/adapters/firestore/images/image-changes.ts';
import { requireNoneMade } from '../../common/adapters/firestore/next-numbers.ts';
import { publisher } from '../../common/counters/counter-publisher.ts';
import type { ImageOutcome, Judgement, Step } from '../../common/images/curate-ports.ts';
import { isLabelled } from '../../common/images/list-fields.ts';
import { type Doing, inSteps, type Kind } from '../../common/jobs/kind.ts';
import type { ImageRecord } from '../../common/model.ts';
import type { PagePlace } from '../../common/ports.ts';
import { settleMoved } from '../curate/settle/settle-moved.ts';
import { expiredBefore, findExpired, type Round, toldOf } from './find-expired.ts';

/** Images of a step: each weighs two. */
const STEP = MOST_WEIGHT / 2;

interface Cursor {
  /** The last image that was judged. */
  after: PagePlace | null;
  trashed: number;
  /** Changed while the job was at it. */
  kept: number;
}

/** Puts into the trash what has stayed unlabelled for too long (Contract 20). */
export const retainJob: Kind = {
  async work(doing) {
    let round: Round | null = null;
    const begin: Cursor = { after: null, trashed: 0, kept: 0 };
    // The files of versions and runs are read for a round, so a task does whole rounds.
    const isTimeUp = () => round?.images.length === 0 && doing.isTimeUp();
    const end = await inSteps({ ...doing, isTimeUp }, begin, async (cursor) => {
      const before = limitOf(doing);
      if (before === null) return null;
      round ??= await findExpired(doing.dataset.id, { before, after: cursor.after }, doing.signal);
      while (round.images.length === 0 && round.next)
        round = await findExpired(doing.dataset.id, { before, after: round.next }, doing.signal);
      return round.images.length > 0 ? stepOf(doing, round, cursor) : null;
    });
    return end && { result: { trashed: end.trashed, kept: end.kept } };
  },
};

/** Null: it has been switched off. */
function limitOf({ dataset, job }: Doing): number | null {
  const { unlabelled } = dataset.retention;
  return unlabelled && expiredBefore(job.createdAt, unlabelled);
}

function stepOf(doing: Doing, round: Round, { trashed, kept }: Cursor) {
  let step: Step;
  return {
    weight: MOST_WEIGHT,
    write: async (batch: WriteBatch, weight: number) => {
      step = await addStep(batch, weight, doing, round);
      const done = step.outcomes.filter(({ outcome }) => outcome === 'done').length;
      const last = round.images[step.outcomes.length - 1] as Expired;
      const cursor = {
        after: last.place,
        trashed: trashed + done,
        kept: kept + step.outcomes.length - done,
      };
      return { cursor, done: cursor.trashed + cursor.kept };
    },
    after: async () => {
      round.images.splice(0, step.outcomes.length);
      await Promise.all([publisher.note(doing.dataset.id), settleMoved([step.moved])]);
    },
  };
}

async function addStep(
  batch: WriteBatch,
  weight: number,
  doing: Doing,
  { images, open, since }: Round,
): Promise<Step> {
  const { id: dataset, retention } = doing.dataset;
  const some = images.slice(0, STEP);
  await requireNoneMade(batch, dataset, since);
  const told = await toldOf(
    dataset,
    open,
    some.map((each) => each.id),
  );
  const before = limitOf(doing) ?? 0;
  const target = { dataset, maker: { by: '', at: Date.now() }, days: retention.rejected, weight };
  const changes = some.map(({ id }) => ({ image: id, decision: 'reject' as const }));
  return imageChanges.add(batch, target, changes, (record, index) => {
    const listed = some[index] as Expired;
    const mayGo = record && record.date <= before && isAsListed(record, listed) && !told.has(record.id);
    return mayGo ? rejected(record) : left(listed, record);
  });
}

/** As the commit finds it: nobody has labelled it, or done anything else to it, since it was listed. */
const isAsListed = (record: ImageRecord, { revision }: Expired): boolean =>
  record.revision === revision && !isLabelled(record) && record.set !== 'REVIEW';

const rejected = (record: ImageRecord): Judgement => ({
  outcome: outcomeOf(record, 'done'),
  after: { ...record, revision: record.revision + 1 },
  isRejected: true,
});

const left = ({ id }: Expired, record: ImageRecord | null): Judgement => ({
  outcome: outcomeOf(record ?? { id, revision: 0 }, 'stale'),
  after: null,
  isRejected: false,
});

const outcomeOf = (
  { id, revision }: Pick<ImageRecord, 'id' | 'revision'>,
  outcome: 'done' | 'stale',
): ImageOutcome => ({ image: id, outcome, revision });

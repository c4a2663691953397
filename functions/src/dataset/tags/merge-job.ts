/** The job that gives the images of a deleted tag the other one (Contract 9: DELETE tag). */
import { isOver } from '../../../../packages/records/src/job.ts';
import type { Caller } from '../../common/access/caller.ts';
import { counters } from '../../common/adapters/firestore/counters/counters.ts';
import { jobs } from '../../common/adapters/firestore/jobs/jobs.ts';
import { tagRecords } from '../../common/adapters/firestore/records/tag-records.ts';
import type { Job } from '../../common/jobs/job.ts';
import { inSteps, type Kind } from '../../common/jobs/kind.ts';
import type { Dataset } from '../../common/model.ts';
import { idOf } from '../../common/records/made-ids.ts';
import { startJob } from '../job/start-job.ts';

/** One that is under way is found. @throws HttpError `jobs enough` */
export async function startMerge(dataset: Dataset, tag: string, caller: Caller): Promise<Job> {
  const merge = { dataset: dataset.id, tag };
  const last = await tagRecords.jobOf(merge);
  const known = last === null ? null : await jobs.find(dataset.id, last);
  if (known && !isOver(known)) return known;
  const request = idOf(JSON.stringify(['merge', dataset.id, tag, last]));
  return startJob(dataset, { kind: 'merge', caller, request }, async (batch, job) => {
    tagRecords.beginMoving(batch, merge, job);
    return { tag };
  });
}

/** Each page of images and its counters are one commit, on the condition that the images are as they were read. */
export const mergeJob: Kind = {
  async work(doing) {
    const merge = { dataset: doing.dataset.id, tag: String(doing.job.input.tag) };
    const { images, trashed } = await tagRecords.uses(merge.dataset, merge.tag);
    const begin = { moved: 0 };
    const { moved: before } = (doing.cursor as typeof begin | null) ?? begin;
    const total = before + images + trashed;
    const end = await inSteps(doing, begin, async ({ moved }) => {
      const some = await tagRecords.moveImages(merge);
      if (some === 0 || some === 'in use') return null;
      const cursor = { moved: moved + some };
      return { weight: 1, write: async () => ({ cursor, done: cursor.moved, total }) };
    });
    await counters.publish(merge.dataset);
    if (!end) return null;
    await tagRecords.closeMerge(merge, Date.now());
    return { result: { images: end.moved } };
  },
};

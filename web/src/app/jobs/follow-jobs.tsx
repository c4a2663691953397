import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { isOver } from '../../../../packages/records/src/job.ts';
import { type Followed, followed, unfollowJob, useJob } from '../../data/jobs.ts';
import { useStore } from '../../data/live/store.ts';
import { useText } from '../../text/use-text.tsx';
import { notify } from '../state/toasts.ts';
import { nameOfJob, pageOfJob } from './job-words.ts';

/** Says on every page what has become of a person's jobs. */
export const FollowJobs = () =>
  useStore(followed).map((each) => <FollowJob key={`${each.dataset} ${each.number}`} {...each} />);

/** Milliseconds: whoever started what takes less still sees it on the page. */
const LONG = 10_000;

function FollowJob({ dataset, number }: Followed) {
  const text = useText();
  const [, go] = useLocation();
  const live = useJob(dataset, number);
  const job = live.state === 'ready' && !live.isFromCache ? live.value : undefined;
  useEffect(() => {
    if (job === undefined || (job && !isOver(job))) return;
    unfollowJob({ dataset, number });
    if (!job || job.state === 'cancelled') return;
    const name = nameOfJob(job, text);
    const action = { label: text.jobs.goTo, run: () => go(pageOfJob(dataset, job)) };
    if (job.state === 'failed')
      notify({ message: text.jobs.failed(name, job.reason), tone: 'failed', action });
    else if ((job.endedAt ?? 0) - job.createdAt > LONG) notify({ message: text.jobs.ended(name), action });
  });
  return null;
}

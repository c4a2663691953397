/** The queue that calls `work`. A deployment makes it beside the function. */
import { QUEUE } from '../../functions/src/common/jobs/job.ts';
import type { Deployment } from './deployment.ts';
import { type Finding, ifAbsent, missing, note, ok } from './finding.ts';

/** As gcloud describes it; the API leaves out what is 0. */
interface Queue {
  state?: string;
  rateLimits?: { maxConcurrentDispatches?: number };
  retryConfig?: { maxAttempts?: number };
}

export async function checkQueue({ gcloud, project, region }: Deployment): Promise<Finding> {
  const what = 'Queue';
  const place = `--location=${region} --project=${project}`;
  const deploy = `npx firebase deploy --only functions:work --project ${project}`;
  const command = ['tasks', 'queues', 'describe', 'work', ...place.split(' ')];
  const queue = (await gcloud(command).catch(ifAbsent)) as Queue | null;
  if (!queue) return missing(what, `there is none in ${region}: no job begins`, deploy);
  if (queue.state !== 'RUNNING')
    return missing(what, `it is ${queue.state}: no job goes on`, `gcloud tasks queues resume work ${place}`);
  const { rateLimits, retryConfig } = QUEUE;
  const [tasks, attempts] = [queue.rateLimits?.maxConcurrentDispatches, queue.retryConfig?.maxAttempts];
  const said = `${tasks} tasks at a time, ${attempts} attempts each`;
  if (tasks === rateLimits.maxConcurrentDispatches && attempts === retryConfig.maxAttempts)
    return ok(what, said);
  const wanted = `${rateLimits.maxConcurrentDispatches} and ${retryConfig.maxAttempts}`;
  return note(what, `${said}, instead of ${wanted}`, deploy);
}

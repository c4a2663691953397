/** Jobs of a dataset (Contract 18). */
import * as z from 'zod/mini';
import { done } from '../../common/http/done.ts';
import { doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { type Operation, operation } from '../../common/http/operation.ts';
import { refuseQuery } from '../refuse-request.ts';
import { datasetPath, targetOf } from '../require-dataset.ts';
import { job } from './follow-job.ts';
import { event, eventsQuery, listEvents } from './list-events.ts';
import { cancelJob, jobPath, jobQuery, jobsQuery, listJobs, showJob } from './show-job.ts';

const common = { refuse: refuseQuery, rate: 'curate' } as const;

export const jobRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'listJobs',
    at: 'GET /:dataset_id/job',
    role: 'viewer of dataset',
    sample: () => ({ query: { limit: '2', after: '9', state: 'done', kind: 'version' } }),
    summary: 'List the jobs of a dataset',
    description: 'Highest number first. Jobs are kept for 30 days after their end.',
    answers: () =>
      ok(
        'A page.',
        doneWith({
          jobs: z.array(job()),
          next: z.nullable(z.int()).check(about('For `after` of the next page; null at the end.')),
        }),
      ),
    errors: ['dataset not found', 'bad parameter'],

    params: datasetPath,
    query: jobsQuery,
    readOnly: true,
    handle: async (input) => done(await listJobs({ ...targetOf(input), page: input.query })),
  }),
  operation({
    ...common,
    id: 'showJob',
    at: 'GET /:dataset_id/job/:job',
    role: 'viewer of dataset',
    sample: () => ({ query: { wait: '0' } }),
    summary: 'One job: how far it is, and what came of it',
    description: 'With `wait` it answers when something has changed.',
    answers: () => ok('The job.', doneWith({ job: job() })),
    errors: ['dataset not found', 'job not found', 'bad parameter'],

    params: jobPath,
    query: jobQuery,
    readOnly: true,
    handle: async (input) => {
      const { params, query, signal } = input;
      const { wait } = query;
      return done({ job: await showJob({ ...targetOf(input), number: params.job, wait, signal }) });
    },
  }),
  operation({
    ...common,
    id: 'cancelJob',
    at: 'DELETE /:dataset_id/job/:job',
    role: 'viewer of dataset',
    sample: () => ({}),
    summary: 'Cancel a job',
    description:
      'For whoever started it, and owners of the dataset. Nothing half done is left. A job that is over stays as it is: the answer says how it ended.',
    answers: () => ok('The job as it is then.', doneWith({ job: job() })),
    errors: ['dataset not found', 'job not found', 'forbidden'],

    action: 'job cancel',
    params: jobPath,
    handle: async (input) => done({ job: await cancelJob({ ...targetOf(input), number: input.params.job }) }),
  }),
  operation({
    ...common,
    id: 'listEvents',
    at: 'GET /:dataset_id/events',
    role: 'viewer of dataset',
    sample: () => ({ query: { after: 'latest', types: 'version.ready,job.done', limit: '2', wait: '0' } }),
    summary: 'What has happened in a dataset in the last seven days',
    description: 'The events of its hooks, oldest first. With `wait` it answers when something has happened.',
    answers: () =>
      ok(
        'The events since `after`.',
        doneWith({
          events: z.array(event()),
          next: z
            .nullable(z.string())
            .check(about('For `after` of the next call; null while nothing has happened.')),
        }),
      ),
    errors: ['dataset not found', 'bad parameter'],

    params: datasetPath,
    query: eventsQuery,
    readOnly: true,
    handle: async (input) => {
      const { query, signal } = input;
      return done(await listEvents({ ...targetOf(input), query, signal }));
    },
  }),
];

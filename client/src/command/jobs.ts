/** Commands of jobs and events. */
import { JOB_STATES } from '../../../packages/records/src/lists.ts';
import type { Job } from '../jobs.ts';
import { type Command, countOf, EXIT, jobOf, oneOf, present, type Result, table, textOf } from './command.ts';
import { allPages } from './datasets.ts';
import { DATASET } from './files.ts';

const rowOf = ({ number, kind, state, done, total, reason }: Job): string[] => [
  ...[`${number}`, kind, state],
  total === null ? '' : `${done} of ${total}`,
  reason,
];

export const listJobs: Command = {
  name: 'job list',
  about: 'Lists the jobs of a dataset, the last one first.',
  options: { dataset: DATASET, state: { value: 'STATE', about: JOB_STATES.join(', ') } },
  async run({ service, given }) {
    const { jobs } = service.datasets(textOf(given, 'dataset') as string);
    const asked = present({ state: oneOf(given, 'state', JOB_STATES) });
    const found = await allPages((after) => jobs.list({ ...asked, ...after }), 'jobs');
    return { text: table(found.map(rowOf)), json: { jobs: found } };
  },
};

/** @returns exit code 1 for one that has made nothing */
const shown = (job: Job): Result => ({
  text: rowOf(job).filter(Boolean).join('  '),
  json: { job },
  exit: job.state === 'failed' || job.state === 'cancelled' ? EXIT.failed : EXIT.done,
});

export const showJob: Command = {
  name: 'job show NUMBER',
  about: 'Says how far a job is; with --wait it follows it to its end.',
  options: { dataset: DATASET, wait: { about: 'until it is over; a cut connection loses nothing' } },
  async run({ service, given, words: [number = ''], progress }) {
    const { jobs } = service.datasets(textOf(given, 'dataset') as string);
    const job = countOf(number, 'A job');
    return shown(given.wait ? await jobs.wait(job, { onProgress: jobOf(progress) }) : await jobs.get(job));
  },
};

export const cancelJob: Command = {
  name: 'job cancel NUMBER',
  about: 'Cancels a job. Nothing half done is left; one that is over stays as it is.',
  options: { dataset: DATASET },
  async run({ service, given, words: [number = ''] }) {
    const { jobs } = service.datasets(textOf(given, 'dataset') as string);
    return { ...shown(await jobs.cancel(countOf(number, 'A job'))), exit: EXIT.done };
  },
};

export const waitForEvent: Command = {
  name: 'wait TYPES',
  about: 'Waits for an event of a dataset (version.ready, or several with commas), prints it and ends.',
  options: {
    dataset: DATASET,
    after: { value: 'PLACE', about: '`next` of the event before (--json), so that none is lost' },
  },
  async run({ service, given, words: [types = ''] }) {
    const { events } = service.datasets(textOf(given, 'dataset') as string);
    const { event, next } = await events.wait({ types, ...present({ after: textOf(given, 'after') }) });
    return { text: `${event.type} ${JSON.stringify(event.data)}`, json: { event, next } };
  },
};

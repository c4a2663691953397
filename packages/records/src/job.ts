import { count, kept, mapOf, numberOrNull, oneOf, text, time, timeOrNull, uid } from './field.ts';
import { JOB_KINDS, JOB_STATES, type JobState } from './lists.ts';
import { record } from './record.ts';

/** Contract 18. What it was asked and what came of it is not validated: only the functions write jobs. */
export const jobRecord = record(
  'dataset/{dataset}/job/{number}',
  {
    number: count(''),
    kind: oneOf(JOB_KINDS, 'version'),
    state: oneOf(JOB_STATES, 'failed'),
    input: mapOf('what it works on; of a version: its `version`, a number', (input) => input),
    done: count('how much of `total` is done'),
    total: numberOrNull('null until it is known'),
    message: text('what it is at'),
    result: mapOf('what came of it, once it is done', (result, { state }) =>
      state === 'done' ? result : null,
    ),
    reason: text('why it failed'),
    by: uid('who started it'),
    createdAt: time(''),
    startedAt: timeOrNull('null until it runs'),
    endedAt: timeOrNull('null until it ends'),
  },
  {
    request: kept('text', 'names the request that started it, for its retries'),
    right: kept('uid', 'by whose role in the dataset it works; absent: by none, as with open access'),
    owner: kept('uid', "the dataset's owner when it began: owners take turns"),
    place: kept('`waiting`, `sent`', 'until it ends: whether the queue has a task of it'),
    waits: kept('time', 'until it ends: since when it has waited for its turn'),
    step: kept('number', 'of the last task: others are refused'),
    tries: kept('number', 'how often work on it has begun since its last step'),
    cursor: kept('map', 'where the next step begins'),
    hold: kept('text', 'names the attempt that may write'),
    touched: kept('time', 'until it ends: when it was last sent or worked on'),
    until: kept('time', 'when Firestore deletes it: 30 days after its end'),
  },
);

/** Nothing more follows: it is done, has failed or was cancelled. */
export const isOver = ({ state }: { state: JobState }): boolean => state !== 'queued' && state !== 'running';

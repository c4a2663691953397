/**
 * The doctor looks at the queue of jobs.
 * @covers Workflow, roles, hooks, smoke, doctor
 */
import { expect, test } from '@jest/globals';
import type { Deployment } from '../../deploy/doctor/deployment.ts';
import { lineOf } from '../../deploy/doctor/finding.ts';
import { checkQueue } from '../../deploy/doctor/queue.ts';
import { WELL_QUEUE } from '../support/gcloud.ts';

async function said(queue: object | null): Promise<string> {
  const asked: string[] = [];
  const deployment = {
    ...{ project: 'a-project', region: 'europe-west1' },
    gcloud: async (args: readonly string[]) => {
      asked.push(args.join(' '));
      if (queue === null)
        throw new Error('ERROR: (gcloud.tasks.queues.describe) NOT_FOUND: Queue does not exist.');
      return queue;
    },
  } as unknown as Deployment;
  const line = lineOf(await checkQueue(deployment));
  expect(asked).toEqual(['tasks queues describe work --location=europe-west1 --project=a-project']);
  return line;
}

const DEPLOY = '-> npx firebase deploy --only functions:work --project a-project';

test.each([
  ['as it should be', WELL_QUEUE, 'ok      Queue: 20 tasks at a time, 5 attempts each'],
  ['gone', null, `MISSING Queue: there is none in europe-west1: no job begins\n        ${DEPLOY}`],
  [
    'paused',
    { ...WELL_QUEUE, state: 'PAUSED' },
    'MISSING Queue: it is PAUSED: no job goes on\n        -> gcloud tasks queues resume work --location=europe-west1 --project=a-project',
  ],
  [
    'with other limits, by which jobs go on',
    { ...WELL_QUEUE, rateLimits: { maxConcurrentDispatches: 1 } },
    `note    Queue: 1 tasks at a time, 5 attempts each, instead of 20 and 5\n        ${DEPLOY}`,
  ],
])('a queue %s', async (_, queue, line) => {
  expect(await said(queue)).toBe(line);
});

/** Answers of the routes for hooks (Contract 16). */
import * as z from 'zod/mini';
import { PROBLEMS } from '../../common/hooks/hook-ports.ts';
import type { Answers } from '../../common/http/answers.ts';
import { doneSchema, doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { event } from './schema.ts';

const outcome = {
  answered: z.nullable(z.int()).check(about('Status of the answer; null if there was none.')),
  problem: z
    .nullable(z.enum(PROBLEMS))
    .check(
      about(
        'Why there was no answer. `address`: it is not https, or leads to a private address. `timeout`: ten seconds have passed.',
      ),
    ),
};

const hook = {
  hook: z.string().check(about('Its id.')),
  url: z.string(),
  events: z.array(event),
  name: z.string(),
  by: z.string().check(about('Uid of the person who made it.')),
  createdAt: z.number().check(about('Unix milliseconds.')),
  failing: z
    .nullable(z.number())
    .check(
      about(
        'Since when it is no longer tried, after a day without success; Unix milliseconds. A change, or a test that is delivered, starts it again.',
      ),
    ),
  ended: z
    .nullable(z.number())
    .check(
      about(
        'When it ended for good: its receiver answered 410, or its dataset was deleted or got another owner. Unix milliseconds.',
      ),
    ),
};

const listed = z.object(hook).check(z.meta({ id: 'ListedHook' }));

const delivery = z
  .object({
    message: z.string().check(about('The `webhook-id`.')),
    type: z.string(),
    at: z.number().check(about('Unix milliseconds.')),
    ...outcome,
  })
  .check(z.meta({ id: 'HookDelivery' }));

export const hookAnswers: Answers = {
  makeHook: {
    summary: 'Create a hook of a dataset',
    description:
      'For the owner. The address is told of these events from now on, each at least once and in their order, signed as Standard Webhooks has it. At most 10 hooks.',
    success: ok(
      'The hook is created.',
      doneWith({
        hook: hook.hook,
        secret: z.string().check(
          about('What messages are signed with. No other answer has it.', {
            pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
          }),
        ),
      }),
    ),
    errors: ['bad parameter', 'dataset not found', 'hooks enough'],
  },
  listHooks: {
    summary: 'List the hooks of a dataset',
    description: 'For the owner.',
    success: ok('Oldest first.', doneWith({ hooks: z.array(listed) })),
    errors: ['dataset not found'],
  },
  showHook: {
    summary: 'Show a hook and its last deliveries',
    description: 'For the owner.',
    success: ok(
      'The hook, and its last 50 attempts, newest first.',
      doneWith({ ...hook, deliveries: z.array(delivery) }),
    ),
    errors: ['dataset not found', 'hook not found'],
  },
  changeHook: {
    summary: 'Change a hook',
    description: 'For the owner. One that was failing is tried again. Its secret stays.',
    success: ok('The hook is changed.', doneSchema),
    errors: ['bad parameter', 'dataset not found', 'hook not found', 'hook ended'],
  },
  deleteHook: {
    summary: 'Delete a hook',
    description: 'For the owner. What has not been delivered is deleted too.',
    success: ok('The hook is deleted.', doneSchema),
    errors: ['dataset not found', 'hook not found'],
  },
  testHook: {
    summary: 'Send a test to a hook',
    description:
      'For the owner. One message of the type `test`, once. If it is delivered, a failing hook is tried again.',
    success: ok('What became of it.', doneWith({ delivered: z.boolean(), ...outcome })),
    errors: ['dataset not found', 'hook not found', 'hook ended'],
  },
};

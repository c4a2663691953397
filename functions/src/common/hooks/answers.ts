/** Answers of the routes for hooks (Contract 16). */
import * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import type { Answers } from '../http/answers.ts';
import { ok } from '../http/done-answers.ts';
import { about } from '../http/input/fields.ts';
import { type HookOwner, PROBLEMS } from './hook-ports.ts';
import { eventOf } from './schema.ts';

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

const hookOf = (kind: HookOwner['kind']) => ({
  hook: z.string().check(about('Its id.')),
  url: z.string(),
  events: z.array(eventOf(kind)),
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
        'When it ended for good: its receiver answered 410, or its record was deleted or got another owner. Unix milliseconds.',
      ),
    ),
});

const delivery = z
  .object({
    message: z.string().check(about('The `webhook-id`.')),
    type: z.string(),
    at: z.number().check(about('Unix milliseconds.')),
    ...outcome,
  })
  .check(z.meta({ id: 'HookDelivery' }));

interface Area {
  /** Of the routes' ids. */
  name: string;
  /** Makes the area's success of these fields. */
  wrap(fields: z.core.$ZodLooseShape): z.ZodMiniType;
  /** Of the area's other routes. */
  errors: readonly ErrorCode[];
}

export function hookAnswers(kind: HookOwner['kind'], area: Area): Answers {
  const missing = area.errors.filter((code) => code.endsWith('not found'));
  return { ...answersOfAll(kind, area, missing), ...answersOfOne(kind, area, missing) };
}

const secret = z.string().check(
  about('What messages are signed with. No other answer has it.', {
    pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
  }),
);

const answersOfAll = (
  kind: HookOwner['kind'],
  { name, wrap, errors }: Area,
  missing: readonly ErrorCode[],
): Answers => ({
  [`make${name}`]: {
    summary: `Create a hook of a ${kind}`,
    description:
      'For the owner. The address is told of these events from now on, each at least once and in their order, signed as Standard Webhooks has it. At most 10 hooks.',
    success: ok('The hook is created.', wrap({ hook: hookOf(kind).hook, secret })),
    errors: [...errors, 'hooks enough'],
  },
  [`list${name}s`]: {
    summary: `List the hooks of a ${kind}`,
    description: 'For the owner.',
    success: ok(
      'Oldest first.',
      wrap({ hooks: z.array(z.object(hookOf(kind)).check(z.meta({ id: `Listed${name}` }))) }),
    ),
    errors: missing,
  },
});

const answersOfOne = (
  kind: HookOwner['kind'],
  { name, wrap, errors }: Area,
  missing: readonly ErrorCode[],
): Answers => ({
  [`show${name}`]: {
    summary: `Show a hook of a ${kind} and its last deliveries`,
    description: 'For the owner.',
    success: ok(
      'The hook, and its last 50 attempts, newest first.',
      wrap({ ...hookOf(kind), deliveries: z.array(delivery) }),
    ),
    errors: [...missing, 'hook not found'],
  },
  [`change${name}`]: {
    summary: `Change a hook of a ${kind}`,
    description: 'For the owner. One that was failing is tried again. Its secret stays.',
    success: ok('The hook is changed.', wrap({})),
    errors: [...errors, 'hook not found', 'hook ended'],
  },
  [`delete${name}`]: {
    summary: `Delete a hook of a ${kind}`,
    description: 'For the owner. What has not been delivered is deleted too.',
    success: ok('The hook is deleted.', wrap({})),
    errors: [...missing, 'hook not found'],
  },
  [`test${name}`]: {
    summary: `Send a test to a hook of a ${kind}`,
    description:
      'For the owner. One message of the type `test`, once. If it is delivered, a failing hook is tried again.',
    success: ok('What became of it.', wrap({ delivered: z.boolean(), ...outcome })),
    errors: [...missing, 'hook not found', 'hook ended'],
  },
});

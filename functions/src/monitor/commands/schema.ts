/** Requests and answers of the routes for commands (Contract 19). */
import * as z from 'zod/mini';
import { about, isFields, members, oneOf } from '../../common/http/input/fields.ts';
import { lazy } from '../../common/lazy.ts';
import { monitorPath } from '../schema.ts';

const COMMAND = 'command must be 1 to 40 of a-z 0-9 -, beginning with a letter';
const MOST_BYTES = 4_096;
const MOST_PARAMS = 40;
const PARAMS = `params must be up to ${MOST_PARAMS} names of A-Z a-z 0-9 _ with a text, a number or a boolean each, ${MOST_BYTES} bytes in all`;
/** Seconds. A proxy on the way may end a call that says nothing for longer. */
const LONGEST_WAIT = 25;
const MOST_NUMBERS = 20;
/** Longest word that a device calls itself, and longest message. Characters. */
const LONGEST_WORD = 64;
const LONGEST_MESSAGE = 500;

const value = z.union([z.string(), z.number(), z.boolean()]);

/** Neither database keeps lists in lists, empty maps, or every name. */
const params = z
  .record(z.string(), value, PARAMS)
  .check(
    z.refine(
      (given) =>
        isFields(given) &&
        Object.keys(given).length <= MOST_PARAMS &&
        Object.keys(given).every((name) => /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(name)) &&
        Buffer.byteLength(JSON.stringify(given)) <= MOST_BYTES,
      PARAMS,
    ),
  );

const name = z.string(COMMAND).check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, COMMAND));

export const commandBody = members({
  command: name.check(about("`start`, `stop`, `capture`, `settings`, or a word of the device's own.")),
  params: z
    .optional(params)
    .check(
      about(
        `Values by name, for the device: texts, numbers and booleans, at most ${MOST_BYTES} bytes of JSON.`,
      ),
    ),
});

const NUMBER = 'the id of a command is a whole number, 1 or more';

/** Digits in a path or a query. */
const digits = (flaw: string) =>
  z.pipe(z.string(flaw).check(z.regex(/^\d{1,15}$/, flaw)), z.transform(Number));

export const commandPath = z.object({
  ...monitorPath.shape,
  command: digits(NUMBER).check(about('Id of the command.', { type: 'integer', minimum: 1 })),
});

const WAIT = `wait must be 0 to ${LONGEST_WAIT} seconds`;

export const waitQuery = z.object({
  after: z._default(digits('after must be the id of a command, or 0'), 0).check(
    about('Id of the last command that the device knows.', {
      type: 'integer',
      ...{ minimum: 0, default: undefined, pattern: undefined },
    }),
  ),
  wait: z
    ._default(z.pipe(digits(WAIT), z.number().check(z.refine((seconds) => seconds <= LONGEST_WAIT, WAIT))), 0)
    .check(
      about('Seconds to wait for a command, if there is none.', {
        type: 'integer',
        ...{ minimum: 0, maximum: LONGEST_WAIT, default: undefined, pattern: undefined },
      }),
    ),
  late: z
    .pipe(
      z.optional(oneOf('late', ['true', 'false'])),
      z.transform((late) => late === 'true'),
    )
    .check(about('`true`: also commands that nobody has taken within 30 seconds.')),
});

const BY = `by must be at most ${LONGEST_WORD} of A-Z a-z 0-9 _ -`;
const MESSAGE = `message must be a text of at most ${LONGEST_MESSAGE} characters`;

export const toldBody = members({
  state: oneOf('state', ['taken', 'done', 'failed']),
  by: z
    ._default(z.string(BY).check(z.regex(/^[A-Za-z0-9_-]{0,64}$/, BY)), '')
    .check(
      about(
        'A word that the device calls itself. With it, taking a command that this device has taken already succeeds.',
      ),
    ),
  late: z
    ._default(z.boolean('late must be true or false'), false)
    .check(about('The device takes a command that came more than 30 seconds ago.')),
  message: z.optional(z.string(MESSAGE).check(z.maxLength(LONGEST_MESSAGE, MESSAGE))),
});

export type Told = z.output<typeof toldBody>;

const FLOW = `flow must be up to ${MOST_NUMBERS} names: 1 to 40 of a-z 0-9 _, beginning with a letter`;
/** The service writes these. */
const OURS: readonly string[] = ['current_flow_rate', 'total_processed'];

const number = z.string(FLOW).check(
  z.regex(/^[a-z][a-z0-9_]{0,39}$/, FLOW),
  z.refine((given) => !OURS.includes(given), `flow: the service itself writes ${OURS.join(' and ')}`),
);

export const tokenBody = members({
  flow: z
    ._default(z.array(number, FLOW).check(z.maxLength(MOST_NUMBERS, FLOW)), [])
    .check(about("Names of the device's own numbers, which it may write into `flow`.")),
});

export const waiting = lazy(() =>
  z
    .object({
      id: z.int().check(about('1, 2, 3 … for each monitor; a later command has a higher one.')),
      command: z.string(),
      params: z.record(z.string(), value),
      at: z.number().check(about('When it was asked for, Unix milliseconds.')),
    })
    .check(z.meta({ id: 'WaitingCommand' })),
);

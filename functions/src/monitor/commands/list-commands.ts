import * as z from 'zod/mini';
import type { Caller } from '../../common/access/caller.ts';
import { nameOf } from '../../common/access/caller.ts';
import { liveCommands } from '../../common/adapters/live-commands.ts';
import { about, oneOf } from '../../common/http/input/fields.ts';
import { lazy } from '../../common/lazy.ts';
import { type Action, type Command, waitingIn } from '../../common/live/commands.ts';
import { requireMonitor, requireMonitorStill } from '../permit-monitor.ts';
import { value } from './ask-command.ts';
import { waitingRoom } from './waiting-room.ts';

/** Seconds. A proxy on the way may end a call that says nothing for longer. */
const LONGEST_WAIT = 25;

/** Digits in a path or a query. */
export const digits = (flaw: string) =>
  z.pipe(z.string(flaw).check(z.regex(/^\d{1,15}$/, flaw)), z.transform(Number));

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

interface Input {
  monitor: string;
  caller: Caller;
  /** Id of the last command that the device knows. */
  after: number;
  /** Seconds. */
  wait: number;
  late: boolean;
  signal: AbortSignal;
}

/**
 * The commands that a camera has yet to take (Contract 19), oldest first. If there are none, the call waits for one.
 * @throws HttpError `monitor not found`
 */
export async function listCommands(input: Input): Promise<Command[]> {
  const { caller, wait, signal } = input;
  const { id } = await requireMonitor(caller, input.monitor);
  const found = waitingFor(input, await liveCommands.read(id));
  if (found.length > 0 || wait === 0) return found;
  const place = waitingRoom.enter(`${id} ${nameOf(caller, '')}`);
  if (!place) return [];
  const ends = AbortSignal.any([place.signal, signal, AbortSignal.timeout(wait * 1000)]);
  try {
    const commands = await next(id, input, ends);
    // The key may have ended meanwhile.
    if (commands.length > 0) await requireMonitorStill(caller, id);
    return commands;
  } finally {
    place.leave();
  }
}

const waitingFor = ({ after, late }: Input, action: Action): Command[] =>
  waitingIn(action, { late, now: Date.now() }).filter(({ id }) => id > after);

async function next(monitor: string, input: Input, signal: AbortSignal): Promise<Command[]> {
  const done = new AbortController();
  let commands: Command[] = [];
  const see = (action: Action) => {
    commands = waitingFor(input, action);
    if (commands.length > 0) done.abort();
  };
  await liveCommands.watch(monitor, see, AbortSignal.any([signal, done.signal]));
  return commands;
}

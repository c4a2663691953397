import * as z from 'zod/mini';
import type { Caller } from '../../common/access/caller.ts';
import { liveCommands } from '../../common/adapters/live-commands.ts';
import { HttpError } from '../../common/errors.ts';
import { about, members, oneOf } from '../../common/http/input/fields.ts';
import { withResult, withTaken } from '../../common/live/commands.ts';
import { monitorPath, requireMonitor } from '../permit-monitor.ts';
import { digits } from './list-commands.ts';

/** Longest word that a device calls itself, and longest message. Characters. */
const LONGEST_WORD = 64;
const LONGEST_MESSAGE = 500;

const NUMBER = 'the id of a command is a whole number, 1 or more';

export const commandPath = z.object({
  ...monitorPath.shape,
  command: digits(NUMBER).check(about('Id of the command.', { type: 'integer', minimum: 1 })),
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

type Told = z.output<typeof toldBody>;

interface Input {
  monitor: string;
  id: number;
  told: Told;
  caller: Caller;
}

const REASONS = {
  'taken by another': 'another device has taken it',
  late: 'it was not taken in time',
  'not taken': 'it was not taken',
} as const;

/**
 * A camera says that it takes a command, or that it has done it (Contract 19). Once only: what another device has taken, or what
 * came 30 seconds ago, it must not do.
 * @throws HttpError `monitor not found`, `command not found`, `command refused`
 */
export async function tellCommand({ monitor: name, id, told, caller }: Input): Promise<void> {
  const { id: monitor } = await requireMonitor(caller, name);
  const at = Date.now();
  const { state, by, late, message } = told;
  const outcome = await liveCommands.change(monitor, (action) =>
    state === 'taken'
      ? withTaken(action, id, { at, by, ...(late && { late }) })
      : withResult(action, { id, ok: state === 'done', ...(message !== undefined && { message }), at }),
  );
  if (outcome === 'changed' || outcome === 'known') return;
  if (outcome === 'unknown') throw new HttpError('command not found', { id: String(id) });
  throw new HttpError('command refused', { reason: REASONS[outcome] });
}

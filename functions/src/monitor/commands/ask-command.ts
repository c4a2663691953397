import * as z from 'zod/mini';
import type { Caller } from '../../common/access/caller.ts';
import { uidOf } from '../../common/access/permit-maker.ts';
import { monitorRecords } from '../../common/adapters/firestore/records/monitor-records.ts';
import { liveCommands } from '../../common/adapters/live-commands.ts';
import { liveState } from '../../common/adapters/live-state.ts';
import { HttpError } from '../../common/errors.ts';
import { about, isFields, members } from '../../common/http/input/fields.ts';
import { askedBefore, type Command, type Params, withCommand } from '../../common/live/commands.ts';
import { noteLogFields } from '../../common/log.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import { mayManage, requireManaged, type Target } from '../manage/require-managed.ts';
import { monitors } from '../monitor-cache.ts';

const COMMAND = 'command must be 1 to 40 of a-z 0-9 -, beginning with a letter';
const MOST_BYTES = 4_096;
const MOST_PARAMS = 40;
const PARAMS = `params must be up to ${MOST_PARAMS} names of A-Z a-z 0-9 _ with a text, a number or a boolean each, ${MOST_BYTES} bytes in all`;

export const value = z.union([z.string(), z.number(), z.boolean()]);

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

interface Input extends Target {
  caller: Caller;
  command: string;
  params: Params | undefined;
  requestKey: string | null;
}

/** Of callers who ask at the same time, one is first. */
const ATTEMPTS = 10;

/**
 * Tells a camera what to do (Contract 19). The record gives the command its number and notes it in the running session, in the
 * commit in which the caller is judged. What dies before the live state has it was never asked: nobody takes it.
 * @returns its id; a retry of the same request gets the same one
 * @throws HttpError `monitor not found`, `forbidden`, `commands enough`
 */
export async function askCommand(input: Input): Promise<{ id: number }> {
  const { caller, command, params, requestKey } = input;
  const monitor = await requireManaged(input, 'editor');
  const by = uidOf(caller);
  const request = nameRequest(`command ${monitor.id}`, by, requestKey) ?? undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const known = request && askedBefore(await liveCommands.read(monitor.id), request);
    if (known) return { id: known.id };
    const asked = { command, ...(params && { params }), by, at: Date.now(), ...(request && { request }) };
    const id = await monitorRecords.command(monitor.id, asked, mayManage(caller, 'editor'));
    if (id === null) throw new HttpError('monitor not found');
    if (await show(monitor.id, { id, ...asked })) {
      noteLogFields({ command: id });
      return { id };
    }
  }
  throw new HttpError('unavailable', {}, 'commands overtake each other');
}

/** False if it was overtaken: it would come out of order. */
async function show(monitor: string, command: Command): Promise<boolean> {
  const shown = await liveCommands.change(monitor, (action) => withCommand(action, command));
  // A monitor that was deleted meanwhile leaves nothing.
  if (!(await monitors.find(monitor))) {
    await liveState.admit(monitor, null);
    throw new HttpError('monitor not found');
  }
  if (shown === 'enough') throw new HttpError('commands enough');
  return shown === 'changed';
}

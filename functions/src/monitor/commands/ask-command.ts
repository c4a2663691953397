import type { Caller } from '../../common/access/caller.ts';
import { uidOf } from '../../common/access/permit-maker.ts';
import { HttpError } from '../../common/errors.ts';
import { askedBefore, type Command, type Params, withCommand } from '../../common/live/commands.ts';
import type { LiveCommands, LiveState } from '../../common/live/live-ports.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Monitors } from '../../common/ports.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import type { MonitorRecords } from '../../common/records/record-ports.ts';
import { mayManage, requireManaged, type Target } from '../manage/require-managed.ts';

interface Ports {
  monitors: Monitors;
  monitorRecords: MonitorRecords;
  liveCommands: LiveCommands;
  liveState: LiveState;
}

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
export async function askCommand(input: Input, ports: Ports): Promise<{ id: number }> {
  const { caller, command, params, requestKey } = input;
  const monitor = await requireManaged(input, 'editor', ports);
  const by = uidOf(caller);
  const request = nameRequest(`command ${monitor.id}`, by, requestKey) ?? undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const known = request && askedBefore(await ports.liveCommands.read(monitor.id), request);
    if (known) return { id: known.id };
    const asked = { command, ...(params && { params }), by, at: Date.now(), ...(request && { request }) };
    const id = await ports.monitorRecords.command(monitor.id, asked, mayManage(caller, 'editor'));
    if (id === null) throw new HttpError('monitor not found');
    if (await show(monitor.id, { id, ...asked }, ports)) {
      noteLogFields({ command: id });
      return { id };
    }
  }
  throw new HttpError('unavailable', {}, 'commands overtake each other');
}

/** False if it was overtaken: it would come out of order. */
async function show(
  monitor: string,
  command: Command,
  { monitors, liveCommands, liveState }: Ports,
): Promise<boolean> {
  const shown = await liveCommands.change(monitor, (action) => withCommand(action, command));
  // A monitor that was deleted meanwhile leaves nothing.
  if (!(await monitors.find(monitor))) {
    await liveState.admit(monitor, null);
    throw new HttpError('monitor not found');
  }
  if (shown === 'enough') throw new HttpError('commands enough');
  return shown === 'changed';
}

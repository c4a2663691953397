import type { Caller } from '../../common/access/caller.ts';
import { nameOf } from '../../common/access/caller.ts';
import type { KeyProof } from '../../common/access/permit-camera.ts';
import { type Action, type Command, waitingIn } from '../../common/live/commands.ts';
import type { LiveCommands } from '../../common/live/live-ports.ts';
import type { Monitors } from '../../common/ports.ts';
import { requireMonitor, requireMonitorStill } from '../permit-monitor.ts';
import type { WaitingRoom } from './waiting-room.ts';

interface Ports extends KeyProof {
  monitors: Monitors;
  liveCommands: LiveCommands;
  waitingRoom: WaitingRoom;
}

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
export async function listCommands(input: Input, ports: Ports): Promise<Command[]> {
  const { caller, wait, signal } = input;
  const { id } = await requireMonitor(caller, input.monitor, ports);
  const found = waitingFor(input, await ports.liveCommands.read(id));
  if (found.length > 0 || wait === 0) return found;
  const place = ports.waitingRoom.enter(`${id} ${nameOf(caller, '')}`);
  if (!place) return [];
  const ends = AbortSignal.any([place.signal, signal, AbortSignal.timeout(wait * 1000)]);
  try {
    const commands = await next(id, input, ends, ports);
    // The key may have ended meanwhile.
    if (commands.length > 0) await requireMonitorStill(caller, id, ports);
    return commands;
  } finally {
    place.leave();
  }
}

const waitingFor = ({ after, late }: Input, action: Action): Command[] =>
  waitingIn(action, { late, now: Date.now() }).filter(({ id }) => id > after);

async function next(
  monitor: string,
  input: Input,
  signal: AbortSignal,
  { liveCommands }: Ports,
): Promise<Command[]> {
  const done = new AbortController();
  let commands: Command[] = [];
  const see = (action: Action) => {
    commands = waitingFor(input, action);
    if (commands.length > 0) done.abort();
  };
  await liveCommands.watch(monitor, see, AbortSignal.any([signal, done.signal]));
  return commands;
}

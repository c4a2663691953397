import type { Caller } from '../../common/access/caller.ts';
import type { KeyProof } from '../../common/access/permit-camera.ts';
import { HttpError } from '../../common/errors.ts';
import { withResult, withTaken } from '../../common/live/commands.ts';
import type { LiveCommands } from '../../common/live/live-ports.ts';
import type { Monitors } from '../../common/ports.ts';
import { requireMonitor } from '../permit-monitor.ts';
import type { Told } from './schema.ts';

interface Ports extends KeyProof {
  monitors: Monitors;
  liveCommands: LiveCommands;
}

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
export async function tellCommand({ monitor: name, id, told, caller }: Input, ports: Ports): Promise<void> {
  const { id: monitor } = await requireMonitor(caller, name, ports);
  const at = Date.now();
  const { state, by, late, message } = told;
  const outcome = await ports.liveCommands.change(monitor, (action) =>
    state === 'taken'
      ? withTaken(action, id, { at, by, ...(late && { late }) })
      : withResult(action, { id, ok: state === 'done', ...(message !== undefined && { message }), at }),
  );
  if (outcome === 'changed' || outcome === 'known') return;
  if (outcome === 'unknown') throw new HttpError('command not found', { id: String(id) });
  throw new HttpError('command refused', { reason: REASONS[outcome] });
}

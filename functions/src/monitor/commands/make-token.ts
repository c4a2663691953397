import type { Caller } from '../../common/access/caller.ts';
import { ANY_DEVICE, deviceName } from '../../common/access/keys.ts';
import type { KeyProof } from '../../common/access/permit-camera.ts';
import { HttpError } from '../../common/errors.ts';
import type { CameraToken, LiveCommands } from '../../common/live/live-ports.ts';
import type { Monitors } from '../../common/ports.ts';
import { requireMonitor, requireMonitorStill } from '../permit-monitor.ts';

interface Ports extends KeyProof {
  monitors: Monitors;
  liveCommands: LiveCommands;
  /** Address and path of a monitor in the Realtime Database. */
  livePlace(monitor: string): { database: string; path: string };
  makeCameraToken(claims: object): Promise<CameraToken>;
}

interface Input {
  monitor: string;
  caller: Caller;
  /** Names of the device's own numbers in `flow`. */
  numbers: readonly string[];
}

/**
 * A token with which a camera listens for commands at the Realtime Database itself (Contract 19). It ends within an hour, and with
 * the device's key: the rules look at a mark in the database, which is removed when the key ends.
 * @throws HttpError `monitor not found`, `forbidden` for people, `unauthorized`
 */
export async function makeToken(input: Input, ports: Ports) {
  const { caller, numbers } = input;
  const { id: monitor } = await requireMonitor(caller, input.monitor, ports);
  const { liveCommands, makeCameraToken, livePlace } = ports;
  const device = deviceOf(caller);
  const { database, path } = livePlace(monitor);
  const made = await makeCameraToken({ monitor: path.split('/').at(-1), device });
  await liveCommands.admitDevice(monitor, device, made.until, numbers);
  try {
    await requireMonitorStill(caller, monitor, ports);
  } catch (error) {
    // Whoever ended the key meanwhile found no mark to remove.
    await liveCommands.endDevices(monitor, [device]);
    throw error;
  }
  return { ...made, database, path };
}

function deviceOf(caller: Caller): string {
  if (caller.kind === 'anyone') return ANY_DEVICE;
  if (caller.kind !== 'device') throw new HttpError('forbidden');
  return deviceName(caller.keyHash);
}

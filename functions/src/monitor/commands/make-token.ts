import * as z from 'zod/mini';
import type { Caller } from '../../common/access/caller.ts';
import { ANY_DEVICE, deviceName } from '../../common/access/keys.ts';
import { makeCameraToken } from '../../common/adapters/camera-token.ts';
import { liveCommands, livePlace } from '../../common/adapters/live-commands.ts';
import { HttpError } from '../../common/errors.ts';
import { about, members } from '../../common/http/input/fields.ts';
import { requireMonitor, requireMonitorStill } from '../permit-monitor.ts';

const MOST_NUMBERS = 20;
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
export async function makeToken(input: Input) {
  const { caller, numbers } = input;
  const { id: monitor } = await requireMonitor(caller, input.monitor);
  const device = deviceOf(caller);
  const { database, path } = livePlace(monitor);
  const made = await makeCameraToken({ monitor: path.split('/').at(-1), device });
  await liveCommands.admitDevice(monitor, device, made.until, numbers);
  try {
    await requireMonitorStill(caller, monitor);
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

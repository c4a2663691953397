import { type DataSnapshot, type Reference, ServerValue } from 'firebase-admin/database';
import { databaseUrl } from '../config.ts';
import type { Action } from '../live/commands.ts';
import type { LiveCommands } from '../live/live-ports.ts';
import { database, databaseKey, inTime } from './live-state.ts';

const controllerPath = (monitor: string): string => `monitor/${databaseKey(monitor)}/controller`;
const actionOf = (monitor: string): Reference => database().ref(`${controllerPath(monitor)}/action`);
const devicesPath = (monitor: string): string => `device/${databaseKey(monitor)}`;
/** Where a device finds it, with any client of the database. */
export const livePlace = (monitor: string): { database: string; path: string } => ({
  database: databaseUrl(),
  path: `monitor/${databaseKey(monitor)}`,
});

const toAction = (value: unknown): Action => (value ?? {}) as Action;

export const liveCommands: LiveCommands = {
  read: async (monitor) => toAction((await inTime(actionOf(monitor).get())).val()),

  async change<Refusal extends string>(monitor: string, change: (action: Action) => Action | Refusal) {
    let refusal: Refusal | null = null;
    const transaction = actionOf(monitor).transaction(
      (current: unknown) => {
        const changed = change(toAction(current));
        refusal = typeof changed === 'string' ? changed : null;
        if (typeof changed !== 'string') return changed;
        // The first guess is that there is nothing. Writing that makes the server send what there is.
        return current === null ? null : undefined;
      },
      undefined,
      false,
    );
    await inTime(transaction);
    return refusal ?? 'changed';
  },

  async watch(monitor, see, signal) {
    const place = actionOf(monitor);
    const next = (snapshot: DataSnapshot) => see(toAction(snapshot.val()));
    let end = (): void => {};
    const ended = new Promise<void>((resolve, reject) => {
      end = resolve;
      place.on('value', next, reject);
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
    });
    await ended.finally(() => {
      signal.removeEventListener('abort', end);
      place.off('value', next);
    });
  },

  async admitDevice(monitor, device, until, numbers) {
    const flow = Object.fromEntries(numbers.map((name) => [name, true]));
    await inTime(
      database()
        .ref(`${devicesPath(monitor)}/${device}`)
        .set({ until, flow }),
    );
  },

  async devices(monitor) {
    const found = (await inTime(database().ref(devicesPath(monitor)).get())).val();
    return Object.keys((found ?? {}) as object);
  },

  async endDevices(monitor, devices) {
    const ended = devices.map((device) => [`${devicesPath(monitor)}/${device}`, null]);
    // As in `admit`: a change where it listens makes the database check its permission.
    const touched = `${controllerPath(monitor)}/action/ended`;
    await inTime(
      database()
        .ref()
        .update({ ...Object.fromEntries(ended), [touched]: ServerValue.TIMESTAMP }),
    );
    await inTime(
      database()
        .ref()
        .update({ [touched]: null }),
    );
  },
};

import type { Action } from './commands.ts';

export interface Frame {
  id: string;
  date: number;
  /** WebP. */
  thumbnail: Buffer;
}

/** `controller.action` of the live state, and who may read and write it there (Contract 19). */
export interface LiveCommands {
  read(monitor: string): Promise<Action>;
  /** One atomic change. @param change a word instead of what comes next refuses it, and is returned */
  change<Refusal extends string>(
    monitor: string,
    change: (action: Action) => Action | Refusal,
  ): Promise<Refusal | 'changed'>;
  /** Calls `see` with what there is and with each change, until the signal aborts. @throws if it cannot be read */
  watch(monitor: string, see: (action: Action) => void, signal: AbortSignal): Promise<void>;
  /**
   * Lets a device with a token read and write there.
   * @param device a name of its key
   * @param until Unix milliseconds
   * @param numbers names of its own numbers in `flow`
   */
  admitDevice(monitor: string, device: string, until: number, numbers: readonly string[]): Promise<void>;
  devices(monitor: string): Promise<string[]>;
  /** From now on it neither reads nor writes, also where it listens. */
  endDevices(monitor: string, devices: readonly string[]): Promise<void>;
}

/** Of a camera, for the Realtime Database alone. `until`: Unix milliseconds. */
export interface CameraToken {
  token: string;
  until: number;
}

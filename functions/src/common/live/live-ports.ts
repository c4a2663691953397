/** Port for the live state (Spec 2.7). Its adapter is in `adapters/`. */
import type { Membership, Monitor } from '../model.ts';
import type { Action } from './commands.ts';

export interface Frame {
  id: string;
  date: number;
  /** WebP. */
  thumbnail: Buffer;
}

/** The Realtime Database's `monitor/{id}` (Spec 2.7). Always derived: read the records before you write it. */
export interface LiveState {
  /**
   * The people of a monitor changed: who may read its state from now on. Null: it is gone, and so is its state.
   * @returns whether that was news; a monitor that is gone stays gone, which is none
   */
  admit(monitor: string, people: Membership | null): Promise<boolean>;
  /**
   * The people of a dataset changed, or it is gone (null): who may say there which image they are judging.
   * @returns whether that was news
   */
  admitReviewers(dataset: string, people: Membership | null): Promise<boolean>;
  /** A session began: resets everything but the commands, counters to zero. */
  start(monitor: Monitor, session: string): Promise<void>;
  /** A session runs: its count, frames of the last minute, and the latest frame if there is a newer one. */
  show(monitor: Monitor, now: { total: number; rate: number; frame: Frame | null }): Promise<void>;
  /** Images were deleted: if one of them is the one shown, it is no longer shown. */
  forget(monitor: string, images: readonly string[]): Promise<void>;
  /** Numbers that a device of its own wrote beside the flow's (Contract 19). */
  numbers(monitor: string): Promise<Record<string, number>>;
  /** The session ended: status false, session empty, training false, the final count, a late frame. */
  stop(monitor: Monitor, total: number | null, frame: Frame | null): Promise<void>;
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

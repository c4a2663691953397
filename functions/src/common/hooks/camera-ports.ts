/** Port for the cameras that hooks are told of (Contract 16). All times are Unix milliseconds by the clock of the records. */

/** What hooks were told last of a running session. `since`: of a silent camera, when its last frame arrived. */
export interface Told {
  type: 'monitor.silent' | 'monitor.slow' | 'monitor.back';
  at: number;
  since: number;
}

/** A running monitor. */
export interface RunningCamera {
  id: string;
  name: string;
  session: string;
  started: number;
  /** Frames per minute that it should send, as somebody has said. */
  expected: number | null;
  /** Id of the session before. */
  before: string | null;
  /** Null: nothing in this session. */
  told: Told | null;
  /** When this was read. */
  now: number;
  /** Opaque to operations. */
  version: unknown;
}

/** A session that has ended. */
export interface PastSession {
  start: number;
  stop: number;
  frames: number;
}

export interface Cameras {
  /** Called every minute: ids of monitors with a hook that is told of cameras. */
  watched(): AsyncIterable<string>;
  /** Null: it is stopped, or gone. */
  find(monitor: string): Promise<RunningCamera | null>;
  past(session: string): Promise<PastSession | null>;
  /** When a frame of the session arrived after this time, the first one; null if none did. Rejected ones count too. */
  firstAfter(session: string, time: number): Promise<number | null>;
  /** How many frames of the session arrived after this time, up to `most`. Rejected ones count too. */
  countAfter(session: string, time: number, most: number): Promise<number>;
  /**
   * Notes what hooks are told, and writes their messages, in one commit.
   * @returns false if the monitor has changed since it was read: somebody else has told it, or it was stopped
   */
  tell(camera: RunningCamera, told: Told, data: object): Promise<boolean>;
}

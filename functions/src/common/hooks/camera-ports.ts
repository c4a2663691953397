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

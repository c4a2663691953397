/** Live state of a monitor (Spec 2.7) and its sources. */
export interface MonitorState {
  /** True while the monitor is collecting. */
  status: boolean;
  /** Id of the running session, empty when stopped. */
  session: string;
  /** Number of images in this session. */
  totalCounter: number;
  /** The newest image; `imageData` is a WebP thumbnail in base64, `date` Unix milliseconds. */
  image?: { imageData: string; id: string; date: number };
  /** Metrics of the flow, such as `current_flow_rate`. */
  flow?: Record<string, number>;
  controller?: { action?: { status?: boolean } };
  training?: boolean;
}

/** The part of the web SDK's `Database` that identifies one. */
export interface DatabaseLike {
  readonly type: 'database';
}

export interface LiveSettings {
  databaseUrl: string | undefined;
  token: (() => Promise<string | null> | string | null) | undefined;
  fetch: typeof fetch;
}

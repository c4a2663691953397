/** A lease that one instance at a time holds while it writes to the volume: the platform may briefly run two instances. */
export interface Lease {
  /**
   * Called before every operation that writes.
   * @returns what releases it, and a number that grows with each holder
   * @throws HttpError `volume busy` while another instance holds it
   */
  take(): Promise<{ token: number; release: () => Promise<void> }>;
}

/** The flow editor's Admin API. */
export interface Editor {
  /** Called after files may have changed; resolves to null, or to a sentence that says why the flows were not reloaded. */
  reloadFlows(): Promise<string | null>;
}

/** A lease that one instance at a time holds while it writes to the volume: the platform may briefly run two instances. */
export interface Lease {
  /**
   * Called before every operation that writes.
   * @param highest the highest token that the volume has seen: the lease's own record may be older, after a restore
   * @returns what releases it, and a number that grows with each holder
   * @throws HttpError `volume busy` while another instance holds it
   */
  take(highest: number): Promise<{ token: number; release: () => Promise<void> }>;
}

/** The flow editor's Admin API. */
export interface Editor {
  /** Called after files may have changed; resolves to null, or to a sentence that says why the flows were not reloaded. */
  reloadFlows(): Promise<string | null>;
}

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

/**
 * Milliseconds in which calls join a lease that this process holds, so that it outlasts the function's 120 s for them too.
 */
const JOINABLE = 20_000;

interface Store {
  /** @returns the new holder's token */
  acquire(highest: number): Promise<number>;
  /** Ends the lease if it still has this token. */
  release(token: number): Promise<void>;
  now?: () => number;
}

/** Calls that share a token. */
interface Group {
  since: number;
  calls: number;
  token: Promise<number>;
}

/** One lease for all current calls of this process. git's own locks keep those apart from each other. */
export function shareLease({ acquire, release, now = Date.now }: Store): Lease {
  let joinable: Group | null = null;
  /** Groups at work: a long call of an older one goes on under the lease that a newer one has renewed. */
  const working = new Set<Group>();
  let latest = 0;

  const leave = async (mine: Group): Promise<void> => {
    mine.calls -= 1;
    if (mine.calls > 0) return;
    if (joinable === mine) joinable = null;
    working.delete(mine);
    if (working.size === 0) await release(latest);
  };

  return {
    async take(highest) {
      if (joinable === null || now() - joinable.since > JOINABLE)
        joinable = { since: now(), calls: 0, token: acquire(highest) };
      const mine = joinable;
      mine.calls += 1;
      const token = await mine.token.catch((error: unknown) => {
        if (joinable === mine) joinable = null;
        throw error;
      });
      working.add(mine);
      latest = Math.max(latest, token);
      return { token, release: () => leave(mine) };
    },
  };
}

/** Ids of sessions: those that devices name (Contract 10), and those of other projects (Contract 11). */

/** What a device may call a session. */
export const SESSION_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Id of the record. A name has no dot, so two monitors never share a session. */
export const namedSessionId = (monitor: string, name: string): string => `${monitor}.${name}`;

/** No monitor and no device gives a session such an id, so that images of an import are never counted in a session here. */
const FOREIGN = '~';

/** A session of another project, as an import keeps it. */
export const importedSessionId = (session: string): string => session + FOREIGN;

/** As its own project calls it. */
export const exportedSessionId = (session: string): string =>
  session.endsWith(FOREIGN) ? session.slice(0, -FOREIGN.length) : session;

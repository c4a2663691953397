/** Sessions that devices name (Contract 10). */

/** What a device may call a session. */
export const SESSION_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Id of the record. A name has no dot, so two monitors never share a session. */
export const namedSessionId = (monitor: string, name: string): string => `${monitor}.${name}`;

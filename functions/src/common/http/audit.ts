/**
 * Audit fields: who did what to which record, with what outcome. They are part of the request's own log line, so that a
 * frame needs no second one. A key is identified by the beginning of its hash, as `npm run device-key -- list` shows it.
 */
import type { Caller } from '../access/caller.ts';
import { noteLogFields } from '../log.ts';
import type { Route } from './route.ts';

const RECORDS = { monitor_id: 'monitor', dataset_id: 'dataset' } as const;

/** Called before anything is decided, so that refused requests are logged too. */
export function noteAction({ action }: Route, params: Readonly<Record<string, string>>): void {
  if (action === undefined) return;
  const named = Object.entries(RECORDS).filter(([param]) => params[param] !== undefined);
  noteLogFields({ action, ...Object.fromEntries(named.map(([param, field]) => [field, params[param]])) });
}

export function noteCaller(caller: Caller): void {
  if ('uid' in caller) noteLogFields({ caller: caller.kind, userId: caller.uid });
  else if ('keyHash' in caller) noteLogFields({ caller: caller.kind, key: shortHash(caller.keyHash) });
  else noteLogFields({ caller: 'anyone' });
}

/** Enough of a key's hash to tell the keys of a record apart. */
export const shortHash = (hash: string): string => hash.slice(0, 12);

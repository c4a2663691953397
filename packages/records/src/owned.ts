/** What datasets and monitors have in common: an owner, members, and what comes of being made and changed (Contract 8). */
import { kept, schema, time, uid } from './field.ts';

export const owned = { owner: uid(''), createdAt: time(''), schema };

export const ownedKept = {
  members: kept('map', 'uid, or the address of a service account (contract 17), -> `viewer` or `editor`'),
  people: kept(
    'list',
    'uids of owner and members, for queries that rules can prove; kept by the functions `people-dataset` and `people-monitor`',
  ),
  offer: kept('map', '`to, by, at, owner`: an open hand-over'),
  lastMade: kept(
    'time',
    'when members, keys, hooks or admissions last changed: whoever is judged by the record meanwhile is judged again, and of many that are made at once, each counts those before it',
  ),
  request: kept('text', 'names the request that made it, for its retries'),
};

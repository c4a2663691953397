import {
  count,
  kept,
  mapOf,
  name,
  numberOrNull,
  reference,
  text,
  time,
  toMillis,
  toNumber,
  toText,
} from './field.ts';
import { owned, ownedKept } from './owned.ts';
import { record } from './record.ts';

/** Contract 2 and 9. */
export const monitorRecord = record(
  'monitor/{monitor}',
  {
    name: name(''),
    dataset: reference('where frames go that name none'),
    review: {
      type: 'percent',
      about: 'share of arriving frames that go into REVIEW',
      read: (value) => Math.min(100, Math.max(0, toNumber(value))),
    },
    expected: numberOrNull(
      'frames per minute that its camera should send; null: as many as in its last session',
    ),
    born: text('made once, with the record: grants name it'),
    session: text("id of the running one, or `''`"),
    started: time('when the last session was started, by the clock of the records'),
    lastSession: mapOf('`id, start, stop`', ({ id, start, stop }) =>
      toText(id) === '' ? null : { id: toText(id), start: toMillis(start), stop: toMillis(stop) },
    ),
    keyRevision: {
      type: 'number',
      about: 'rises with each change of a device key',
      read: toNumber,
    },
    commands: count('how many its camera was given: the id of the last one (contract 19)'),
    ...owned,
  },
  {
    ...ownedKept,
    told: kept(
      'map',
      '`type, at, since`: what hooks were told last of the camera in this session (`cameras.ts`)',
    ),
    deleted: kept('map', '`gone: true`: the id is not given again'),
  },
);

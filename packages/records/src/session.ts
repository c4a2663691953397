import { flag, kept, mapOf, reference, time, toMillis, toNumber, uid } from './field.ts';
import { record } from './record.ts';

/** Spec 2.6. */
export const sessionRecord = record(
  'session/{session}',
  {
    start: time('specification 2.6'),
    stop: time('specification 2.6; absent while it runs'),
    monitor: reference(''),
    uid: uid('who started it'),
    data: mapOf('specification 2.6', ({ totalCounter }) => ({
      totalCounter: Math.max(0, toNumber(totalCounter)),
    })),
    named: flag('its device has named it (contract 10)'),
    live: mapOf('`start, stop`: when the monitor itself ran it', ({ start, stop }) => ({
      start: toMillis(start),
      stop: toMillis(stop),
    })),
  },
  {
    flow: kept(
      'map',
      '`total_processed` and, once it has stopped, `current_flow_rate`: frames of the minute before; own numbers of its device (specification 2.6, contract 19)',
    ),
    dirty: kept('time', 'frames may have come since it was last settled'),
  },
);

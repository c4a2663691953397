import {
  count,
  mapOf,
  numberOrNull,
  oneOf,
  text,
  time,
  toList,
  toMap,
  toNumber,
  toText,
  uid,
} from './field.ts';
import { IMPORT_STATES } from './lists.ts';
import { type RecordOf, record } from './record.ts';

/** Contract 11. While it runs, its job says how far it is. */
export const importRecord = record('dataset/{dataset}/import/{import}', {
  name: text('file name of the archive'),
  size: count('of the archive, in bytes'),
  by: uid('who sends it'),
  createdAt: time('the date of images for which the archive has none'),
  state: oneOf(IMPORT_STATES, 'waiting'),
  job: numberOrNull('the last that runs it; null before'),
  reason: text('why it failed'),
  format: text('once done'),
  progress: mapOf('once done: `total, done, added, known, failed`, numbers of images', (progress) => ({
    total: toNumber(progress.total),
    done: toNumber(progress.done),
    added: toNumber(progress.added),
    known: toNumber(progress.known),
    failed: toNumber(progress.failed),
  })),
  unread: mapOf(
    'once done: what cannot be read: `count`, and the first `items` of `path, reason`',
    (unread) => ({
      count: toNumber(unread.count),
      items: toList(unread.items).map((each) => ({
        path: toText(toMap(each).path),
        reason: toText(toMap(each).reason),
      })),
    }),
  ),
});

/** Something in an archive that cannot be read, and why. */
export type Unread = RecordOf<typeof importRecord>['unread']['items'][number];

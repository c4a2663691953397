import { count, type Fields, kept, mapOf, numberOrNull, oneOf, text, time, uid } from './field.ts';
import { RUN_SOURCES, RUN_STATES } from './lists.ts';
import { record } from './record.ts';

/** Contract 14. What a run counts is not validated: only the functions write runs. */
export const runRecord = record(
  'dataset/{dataset}/run/{number}',
  {
    number: count(''),
    name: text(''),
    model: text(''),
    source: oneOf(RUN_SOURCES, 'upload'),
    trainedOn: numberOrNull('the version that the model was trained on'),
    by: uid(''),
    createdAt: time(''),
    state: oneOf(RUN_STATES, 'failed'),
    reason: text('why it failed'),
    hash: text('SHA-256 of its file, hexadecimal'),
    counts: mapOf(
      'once ready: `images, empty, predictions, tags, gone`',
      (counts, { state }): Fields | null => (state === 'ready' ? counts : null),
    ),
  },
  {
    detecting: kept(
      'map',
      "of source `detect`: `filter`, a hash of the detector's address, `after` (where the next call goes on), `isWhole`, `done`, `failed`, `lost`",
    ),
    point: kept(
      'map',
      'the operating point that was chosen: `version`, `set`, the limit `escapes` or `falseRejects`, and the `threshold` from which on an image is called bad',
    ),
    covers: kept(
      'text or map',
      'of a file: the images that the model was given: `all`, `listed`, or `{version, sets?}`',
    ),
    request: kept('text', 'names the request that made it, for its retries'),
    given: kept(
      'number',
      'only of the document `last`: the number that was given last, so that none is given twice',
    ),
  },
);

import { count, type Fields, mapOf, oneOf, text, time, uid } from './field.ts';
import { VERSION_STATES } from './lists.ts';
import { record } from './record.ts';

/** Contract 11. What a version counts and was made with is not validated: only the functions write versions. */
export const versionRecord = record('dataset/{dataset}/version/{number}', {
  number: count(''),
  name: text(''),
  note: text(''),
  by: uid(''),
  createdAt: time(''),
  state: oneOf(VERSION_STATES, 'failed'),
  reason: text('why it failed'),
  hash: text('SHA-256 of the manifest, hexadecimal'),
  counts: mapOf('once ready', (counts, { state }): Fields | null => (state === 'ready' ? counts : null)),
  parameters: mapOf(
    '`type, test, validation, group, save, tagmap, filter, tags`',
    (parameters) => parameters,
  ),
});

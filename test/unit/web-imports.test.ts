/**
 * The console's imports: which class each label becomes, and what is a ZIP.
 * @covers Contract 11, 12: versions and archives in the console
 */
import { expect, test } from '@jest/globals';
import { NEW, OUT, toTagMap, usualChoice } from '../../web/src/pages/import/label-choices.ts';

const LABELS = [
  { label: 'ok', tag: 'good', name: 'Good', isNew: false },
  { label: 'rust', tag: null, name: 'rust', isNew: true },
  { label: '???', tag: null, name: null, isNew: false },
].map((each) => ({ ...each, images: 1, annotations: 0, masks: 0 }));

test('only what somebody has changed is said; a label can go to a class, become a new one, or be left out', () => {
  expect(LABELS.map(usualChoice)).toEqual(['good', NEW, OUT]);
  expect(toTagMap(LABELS, {})).toBeUndefined();
  expect(toTagMap(LABELS, { ok: 'good', rust: NEW, '???': OUT })).toBeUndefined();
  expect(toTagMap(LABELS, { ok: OUT, rust: 'rusty', '???': 'good' })).toEqual({
    ...{ ok: null, rust: 'rusty', '???': 'good' },
  });
});

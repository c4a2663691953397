/** @covers Contract 8 whoever is removed or lowered loses live state, records and routes */
import { expect, test } from '@jest/globals';
import { onDocumentWritten as official } from 'firebase-functions/firestore';
import { defineString } from 'firebase-functions/params';
import { onDocumentWritten } from '../../functions/src/on-document-written.ts';

const region = defineString('A_REGION');

test('is deployed as the function that firebase-functions would make', () => {
  const options = { document: 'dataset/{id}' as const, region };
  const ours = onDocumentWritten(options, async () => {});
  const theirs = official({ ...options, memory: '256MiB', retry: true }, () => {});
  const text = JSON.stringify((theirs as unknown as { __endpoint: object }).__endpoint);
  // `null` resets an option to its default, which a new function does not need.
  const set = Object.entries(JSON.parse(text) as object).filter(([, value]) => value !== null);
  expect(JSON.parse(JSON.stringify(ours.__endpoint))).toEqual(Object.fromEntries(set));
});

test.each([
  ['dataset/bolts', ['bolts']],
  ['dataset/gr%C3%B6%C3%9Fer', ['gr%C3%B6%C3%9Fer', 'größer']],
  ['dataset/100%', ['100%']],
])('the id of %s is %j', async (document, ids) => {
  const seen: string[] = [];
  await onDocumentWritten(
    { document: 'dataset/{id}', region },
    async (id) => void seen.push(id),
  )({ document });
  expect(seen).toEqual(ids);
});

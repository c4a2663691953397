/** @covers Contract 9 index ranges at 500 frames a second, ingest with `review` */
import { expect, test } from '@jest/globals';
import { charge, emptyBill } from '../bench/cost/firestore-bill.ts';

const ROOT = 'projects/p/databases/(default)/documents';

const bill = (method: string, requests: object[], responses: object[], status = 0) => {
  const empty = emptyBill();
  charge(empty, { method, requests, responses, bytes: 10 } as Parameters<typeof charge>[1], status, 1000);
  return empty;
};

test('each looked-up document costs a read, even a missing one', () => {
  const found = { found: { name: `${ROOT}/monitor/a` } };
  const { reads, readsOf } = bill('BatchGetDocuments', [{}], [found, { missing: `${ROOT}/dataset/d/tag/t` }]);
  expect([reads, readsOf]).toEqual([2, { monitor: 1, 'dataset/tag': 1 }]);
});

test('a query costs a read for each document, at least one', () => {
  const request = { parent: `${ROOT}/dataset/d`, structuredQuery: { from: [{ collectionId: 'counter' }] } };
  const document = { document: { name: `${ROOT}/dataset/d/counter/x` } };
  expect(bill('RunQuery', [request], [document, document, {}]).readsOf).toEqual({ 'dataset/counter': 2 });
  expect(bill('RunQuery', [request], [{}]).reads).toBe(1);
});

test('a count costs a read for each 1,000 that it counts, at least one', () => {
  const structuredQuery = { from: [{ collectionId: 'image' }] };
  const request = { parent: ROOT, structuredAggregationQuery: { structuredQuery } };
  const answer = (integerValue: number) => [{ result: { aggregateFields: { count: { integerValue } } } }];
  const reads = [0, 1000, 1001].map((total) => bill('RunAggregationQuery', [request], answer(total)));
  expect(reads.map((each) => each.readsOf['count of image'])).toEqual([1, 1, 2]);
});

test('a commit costs its writes and deletes, and records when each document was written', () => {
  const writes = [
    { update: { name: `${ROOT}/image/a` } },
    { update: { name: `${ROOT}/image/a` } },
    { delete: `${ROOT}/image/b` },
  ];
  const charged = bill('Commit', [{ writes }], [{}]);
  expect([charged.writes, charged.deletes, charged.commits]).toEqual([2, 1, 1]);
  expect(charged.written.get('image/a')).toEqual([1000, 1000]);
  expect(charged.writesOf).toEqual({ image: 2 });
});

test('a write goes to the end of each index range that rises with time', () => {
  const tag = (id: string) => ({ referenceValue: `${ROOT}/dataset/d/tag/${id}` });
  const fields = {
    shard: { stringValue: 'd/1' },
    session: { stringValue: 's' },
    set: { stringValue: 'TRAIN' },
    date: { integerValue: 5 },
    tagsContained: { arrayValue: { values: [tag('a'), tag('b')] } },
    labelled: { booleanValue: true },
  };
  const updateTransforms = ['createdDate', 'updatedAt'].map((fieldPath) => ({
    fieldPath,
    setToServerValue: 1,
  }));
  const write = { update: { name: `${ROOT}/image/a`, fields }, updateTransforms };
  const { ranges } = bill('Commit', [{ writes: [write, write] }], [{}]);
  const writes = Object.fromEntries([...ranges].map(([index, each]) => [index, Object.fromEntries(each)]));
  expect(writes['image: shard, date']).toEqual({ '"d/1"': 2 });
  expect(writes['image: shard, labelled, date']).toEqual({ '"d/1" true': 2 });
  expect(writes['image: session, createdDate']).toEqual({ '"s"': 2 });
  expect(Object.values(writes['image: shard, set, tagsContained, date'] ?? {})).toEqual([2, 2]);
  // Without a monitor it is in no index of monitors, and dates are exempt from the automatic ones.
  expect(
    Object.keys(writes).filter((index) => /monitor|: (date|createdDate|updatedAt)$/.test(index)),
  ).toEqual([]);
  const other = { update: { name: `${ROOT}/session/s`, fields: { stop: { timestampValue: 'x' } } } };
  expect([...bill('Commit', [{ writes: [other] }], [{}]).ranges.keys()]).toEqual(['session: stop']);
});

test('a refused call costs nothing, and an unknown call is an error', () => {
  const refused = bill('Commit', [{ writes: [{ delete: `${ROOT}/image/b` }] }], [], 6);
  expect([refused.writes, refused.deletes, refused.refused]).toEqual([0, 0, 1]);
  expect(() => bill('Listen', [{}], [])).toThrow('no price is known');
});

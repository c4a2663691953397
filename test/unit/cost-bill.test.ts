import { expect, test } from '@jest/globals';
import { charge, emptyBill } from '../bench/cost/firestore-bill.ts';

const ROOT = 'projects/p/databases/(default)/documents';

const bill = (method: string, requests: object[], responses: object[], status = 0) => {
  const empty = emptyBill();
  charge(empty, { method, requests, responses, bytes: 10 } as Parameters<typeof charge>[1], status, 1000);
  return empty;
};

test('each looked-up document costs a read, also one that is not there', () => {
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

test('a commit costs its writes and deletes, and says when each document was written', () => {
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

test('what was refused costs nothing, and an unknown call is an error', () => {
  const refused = bill('Commit', [{ writes: [{ delete: `${ROOT}/image/b` }] }], [], 6);
  expect([refused.writes, refused.deletes, refused.refused]).toEqual([0, 0, 1]);
  expect(() => bill('Listen', [{}], [])).toThrow('no price is known');
});

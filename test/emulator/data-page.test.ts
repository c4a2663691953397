/**
 * The fields of records as the service writes them are on docs/internals/data.md; test/unit/data-page.test.ts has collections and rules.
 * @covers docs/internals/data.md: every collection, rule, object and live path; every field of a record
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CollectionReference, DocumentSnapshot, Firestore } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Section, sectionsOf } from '../support/data-page.ts';
import { call, upload } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const sections = sectionsOf(
  readFileSync(resolve(import.meta.dirname, '../../docs/internals/data.md'), 'utf8'),
);

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ functions: ['dataset', 'image', 'monitor'] });
});
afterAll(() => stack?.close());

const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const answer = await call(stack, path, { method, body, headers });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
};

/** One of everything that leaves a record. */
async function work(): Promise<void> {
  const tags = ['good', 'bad', 'odd'].map((name) => ({ name }));
  await send('POST', '/dataset/', { name: 'Bolts', type: 'MULTICLASS', tags, id: 'bolts' });
  await send('POST', '/dataset/', { name: 'Gone', type: 'MULTICLASS', id: 'gone' });
  await send('DELETE', '/dataset/gone', { confirm: 'Gone' });
  await send('POST', '/monitor/', { name: 'Line', dataset: 'bolts', review: 100, id: 'line' });
  await send('PATCH', '/monitor/line', { expected: 60 });
  await send('POST', '/monitor/line/keys');
  await send('POST', '/dataset/bolts/keys', { name: 'Nightly', role: 'editor' });
  await send('GET', '/monitor/line/start');
  const images: string[] = [];
  for (const number of [1, 2, 3]) {
    const sent = await upload(
      stack,
      number,
      { tag: null, ...(number === 3 && { session: 'shift' }) },
      'line',
    );
    images.push(sent.body.data.id);
  }
  await send('GET', '/monitor/line/stop');
  const changes = [
    { image: images[0], tag: await tagOf('good'), decision: 'accept' },
    { image: images[1], decision: 'reject' },
  ];
  await send('PATCH', '/dataset/bolts/images', { changes }, { 'idempotency-key': 'once' });
  const { at } = await send('GET', '/dataset/bolts/images?limit=1');
  const select = { set: 'REVIEW', shown: 2, at };
  await send('PATCH', '/dataset/bolts/images', { select, change: { checked: false } });
  await send('POST', '/dataset/bolts/version', {});
  await send('GET', '/dataset/bolts/version/latest/export?format=ndjson&images=links&redirect=false');
  await send('POST', '/dataset/bolts/import', { name: 'parts.zip', size: 1000 });
  await send('POST', '/dataset/bolts/run', { name: 'Nightly', live: true });
  await send('PATCH', '/dataset/bolts', { suggest: 'builtin', detector: 'https://parts.example/' });
  await send('POST', '/dataset/bolts/suggest/vectors');
  await send('POST', '/dataset/bolts/run', { name: 'Found', source: 'detect' });
  await acceptAll(images[2] as string);
  await send('DELETE', `/dataset/bolts/tag/${await tagOf('odd')}`, { into: await tagOf('bad') });
}

/** Suggests a class for an image, and accepts that. */
async function acceptAll(image: string): Promise<void> {
  const run = (await send('POST', '/dataset/bolts/run', { name: 'Sure', live: true })).number;
  const path = `/dataset/bolts/run/${run}`;
  const predictions = [{ image, predictions: [{ tag: await tagOf('bad'), score: 0.9 }] }];
  await send('POST', `${path}/predictions`, { predictions });
  await send('POST', `${path}/close`);
  const { acceptance, sample } = await send('POST', `${path}/accept`, { threshold: 0.5 });
  const reviewed = [{ image, revision: sample[0].revision, correct: true }];
  await send('POST', `/dataset/bolts/acceptance/${acceptance}`, { reviewed });
}

const tagOf = async (name: string): Promise<string> => {
  const { docs } = await stack.firestore.collection('dataset/bolts/tag').where('name', '==', name).get();
  return docs[0]?.id as string;
};

async function* documentsOf(from: Firestore | DocumentSnapshot['ref']): AsyncGenerator<DocumentSnapshot> {
  for (const collection of (await from.listCollections()) as CollectionReference[]) {
    for (const document of (await collection.get()).docs) {
      yield document;
      yield* documentsOf(document.ref);
    }
  }
}

const isIn = ({ paths }: Section, path: string): boolean =>
  paths.some((each) => new RegExp(`^${each.replace(/\{\w+\}/g, '[^/]+')}$`).test(path));

test('every field of a record that the service has written is on the page', async () => {
  await work();
  const image = sections.find(({ paths }) => paths.includes('image/{image}')) as Section;
  const seen = new Set<Section>();
  const missing: string[] = [];
  for await (const document of documentsOf(stack.firestore)) {
    const section = sections.find((each) => isIn(each, document.ref.path));
    if (section) seen.add(section);
    const isTrashed = document.ref.parent.id === 'trash';
    const known = [...(section?.fields ?? []), ...(isTrashed ? image.fields : [])];
    for (const field of Object.keys(document.data() ?? {}))
      if (!known.includes(field)) missing.push(`${document.ref.path}: ${field}`);
  }
  expect(missing).toEqual([]);
  expect(seen.size).toBeGreaterThanOrEqual(15);
});

/**
 * Changing and listing images over HTTP, compared with simple code on the same emulator: batched commits of the same writes,
 * and the bare query of a page. `node test/bench/curate.ts`
 */
import { randomBytes } from 'node:crypto';
import { FieldValue, Firestore, type Timestamp, type WriteResult } from '@google-cloud/firestore';
import { FIELDS } from '../../functions/src/common/adapters/firestore/image-document.ts';
import { isLabelled, shardOf, shardsOf } from '../../functions/src/common/list-fields.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { median, type Row } from './row.ts';

const IMAGES = 1000;
const JUDGED = 500;
const PAGE = 100;
const ROUNDS = 9;
/** Rounds before those, of both sides: an instance that has just started still compiles its code. */
const WARM_UP = 5;
/** Writes in a bare commit: Firestore allows 500 transforms, and each record has a server timestamp. */
const TOGETHER = 250;

export async function benchCurate(): Promise<Row[]> {
  const stack = await startTestStack({ functions: ['dataset'] });
  const bare = new Firestore({
    projectId: stack.projectId,
    host: stack.addresses.firestore,
    ssl: false,
    customHeaders: { Authorization: 'Bearer owner' },
  });
  try {
    const ids = await seed(bare);
    return [await judging(stack, bare, ids), await listing(stack, bare)];
  } finally {
    await bare.terminate();
    await stack.close();
  }
}

async function seed(db: Firestore): Promise<string[]> {
  const ids = Array.from({ length: IMAGES }, () => randomBytes(10).toString('hex'));
  await db.doc('dataset/bolts').set({ type: 'MULTICLASS', name: 'Bolts', tags: [], owner: 'owner' });
  for (const tag of ['good', 'bad']) await db.doc(`dataset/bolts/tag/${tag}`).set({ id: tag, name: tag });
  const writer = db.bulkWriter();
  for (const [at, id] of ids.entries())
    void writer.set(db.doc(`image/${id}`), {
      uri: `gs://b/dataset/bolts/${id}.jpg`,
      name: `${id}.jpg`,
      dataset: db.doc('dataset/bolts'),
      tag: null,
      tags: [],
      tagsContained: [],
      masks: [],
      set: 'PREDETERMINED',
      date: at * 1000,
      monitor: db.doc('monitor/line-1'),
      session: '',
      imageData: randomBytes(8000),
      width: 4,
      height: 3,
      shard: shardOf('bolts', id),
      labelled: isLabelled({ tag: null, tags: [], masks: [] }),
    });
  await writer.close();
  return ids;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Alternates between both, so that a busy machine slows both. */
async function compare(ours: () => Promise<unknown>, bare: () => Promise<unknown>) {
  const times: { ours: number; bare: number }[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
    times.push({ bare: await timed(bare), ours: await timed(ours) });
  const measured = times.slice(WARM_UP);
  return {
    ours: median(measured.map((each) => each.ours)),
    bare: median(measured.map((each) => each.bare)),
    ratio: median(measured.map((each) => each.bare / each.ours)),
  };
}

async function ask(stack: TestStack, path: string, init: RequestInit = {}): Promise<unknown> {
  // Straight to the function: the local front door would copy each answer in this process.
  const response = await fetch(`http://127.0.0.1:${stack.functions.dataset?.port}${path}`, init);
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function judging(stack: TestStack, db: Firestore, ids: readonly string[]): Promise<Row> {
  const [judged, others] = [ids.slice(0, JUDGED), ids.slice(JUDGED)];
  let round = 0;
  const tagOf = () => (round++ % 2 === 0 ? 'good' : 'bad');
  const commit = await bareCommit(db, others);
  const { ours, bare, ratio } = await compare(
    async () => {
      const tag = tagOf();
      const changes = judged.map((image) => ({ image, tag, decision: 'accept' }));
      await ask(stack, '/bolts/images', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomBytes(8).toString('hex') },
        body: JSON.stringify({ changes }),
      });
    },
    () => commit(tagOf()),
  );
  return {
    name: `curate: ${JUDGED} decisions in one call`,
    ours: JUDGED / (ours / 1000),
    reference: JUDGED / (bare / 1000),
    unit: 'images/s',
    ratio,
    bar: '>= 0.8',
    note: `against commits of ${TOGETHER} of the same writes, without reading and judging`,
  };
}

/**
 * The same documents with the same fields, preconditions, transforms and sizes as ours: records, counters and outcomes. What
 * they hold is known beforehand, as are the times of the records' last updates.
 */
async function bareCommit(db: Firestore, ids: readonly string[]): Promise<(tag: string) => Promise<void>> {
  const read = await db.getAll(...ids.map((id) => db.doc(`image/${id}`)), { fieldMask: ['date'] });
  const updates = new Map(read.map(({ id, updateTime }) => [id, updateTime as Timestamp]));
  let revision = 0;
  return async (tag) => {
    revision += 1;
    for (let from = 0; from < ids.length; from += TOGETHER) {
      const some = ids.slice(from, from + TOGETHER);
      const batch = db.batch();
      for (const id of some)
        batch.update(db.doc(`image/${id}`), judgedFields(db, tag, revision), {
          lastUpdateTime: updates.get(id) as Timestamp,
        });
      batch.set(db.doc(`dataset/bolts/counter/bare-${from}`), countedFields(tag, some.length), {
        merge: true,
      });
      batch.create(db.doc(`dataset/bolts/request/${randomBytes(32).toString('hex')}.${from}`), {
        body: randomBytes(32).toString('hex'),
        until: new Date(Date.now() + 3_600_000),
        step: JSON.stringify({
          outcomes: some.map((image) => ({ image, outcome: 'done', revision })),
          moved: [],
        }),
      });
      const written = await batch.commit();
      for (const [at, id] of some.entries()) updates.set(id, (written[at] as WriteResult).writeTime);
    }
  };
}

function judgedFields(db: Firestore, tag: string, revision: number) {
  const reference = db.doc(`dataset/bolts/tag/${tag}`);
  return {
    tag: reference,
    tagsContained: [reference],
    labelled: true,
    review: { by: '', at: new Date(), decision: 'accept' },
    revision,
    updatedAt: FieldValue.serverTimestamp(),
  };
}

function countedFields(tag: string, images: number) {
  const moved = (times: number) => ({
    images: FieldValue.increment(times),
    sets: { PREDETERMINED: FieldValue.increment(times) },
  });
  const other = tag === 'good' ? 'bad' : 'good';
  return { tag: { [tag]: moved(images), [other]: moved(-images) }, at: new Date() };
}

/**
 * The query must be one that the deployed indexes answer: by shard (rules/firestore.indexes.json). There is none over dataset
 * and date, because its end would take all writes of a dataset.
 */
async function listing(stack: TestStack, db: Firestore): Promise<Row> {
  const query = db
    .collection('image')
    .where('shard', 'in', shardsOf('bolts'))
    .orderBy('date', 'desc')
    .orderBy('__name__', 'desc')
    .select(...FIELDS, 'imageData')
    .limit(PAGE);
  const { ours, bare, ratio } = await compare(
    () => ask(stack, `/bolts/images?limit=${PAGE}&thumbnails=true`),
    async () => (await query.get()).docs.map((each) => each.data()),
  );
  return {
    name: `curate: a page of ${PAGE} with thumbnails`,
    ours,
    reference: bare,
    unit: 'ms',
    ratio: 1 / ratio,
    bar: '<= 1.3',
    note: 'against the bare query of the same page, by the same index',
  };
}

if (import.meta.main) console.table(await benchCurate());

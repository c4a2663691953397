/**
 * Changing and listing images over HTTP, compared with simple code on the same emulator: reads and batched commits of the
 * same records, the bare query of a page, and a bare server that answers with it. `node test/bench/curate.ts`
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { FieldValue, type Firestore, type Timestamp, type WriteResult } from '@google-cloud/firestore';
import { ownerClient } from '../../emulators/stack/owner-client.ts';
import { COUNTABLE } from '../../functions/src/common/counters/counter-change.ts';
import { shardOf } from '../../functions/src/common/images/list-fields.ts';
import { startServer } from '../support/bare-worker.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { queryOfPage } from './page-query.ts';
import { median, type Row } from './row.ts';

const BARE_PAGE = join(import.meta.dirname, 'bare-page.ts');
const IMAGES = 1000;
const JUDGED = 500;
const PAGE = 100;
const ROUNDS = 31;
/** Rounds before those, of both sides: an instance that has just started still compiles its code. */
const WARM_UP = 5;
/** Writes in a bare commit: Firestore allows 500 transforms, and each record has a server timestamp. */
const TOGETHER = 250;
/** Fields of a record without which nobody can judge it and count it. */
const READ = ['dataset', ...COUNTABLE, 'revision', 'setBefore'];

export async function benchCurate(): Promise<Row[]> {
  const stack = await startTestStack({ functions: ['dataset'] });
  const bare = ownerClient(stack.projectId, stack.addresses.firestore);
  try {
    const ids = await seed(bare);
    return [...(await judging(stack, bare, ids)), ...(await listing(stack, bare))];
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
      labelled: false,
    });
  await writer.close();
  return ids;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Alternates between all, so that a busy machine slows all. @returns milliseconds of each round by name */
async function alternate<Name extends string>(works: Record<Name, () => Promise<unknown>>) {
  const times: Record<Name, number>[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const taken: [string, number][] = [];
    for (const [name, work] of Object.entries<() => Promise<unknown>>(works))
      taken.push([name, await timed(work)]);
    times.push(Object.fromEntries(taken) as Record<Name, number>);
  }
  return times.slice(WARM_UP);
}

/** Medians of both sides in milliseconds, and of the rounds' ratios: `ours` divided by `reference`. */
function compared<Name extends string>(rounds: readonly Record<Name, number>[], ours: Name, reference: Name) {
  return {
    ours: median(rounds.map((each) => each[ours])),
    reference: median(rounds.map((each) => each[reference])),
    ratio: median(rounds.map((each) => each[ours] / each[reference])),
  };
}

/** Straight to the function: the local front door would copy each answer in this process. */
const ask = (stack: TestStack, path: string, init: RequestInit = {}): Promise<unknown> =>
  answerOf(stack.functions.dataset?.port ?? 0, path, init);

async function answerOf(port: number, path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function judging(stack: TestStack, db: Firestore, ids: readonly string[]): Promise<Row[]> {
  const [judged, others] = [ids.slice(0, JUDGED), ids.slice(JUDGED)];
  let round = 0;
  const tagOf = () => (round++ % 2 === 0 ? 'good' : 'bad');
  const commit = await bareCommit(db, others);
  const rounds = await alternate({
    commits: () => commit(tagOf()),
    reading: () => commit(tagOf(), READ),
    ours: async () => {
      const tag = tagOf();
      const changes = judged.map((image) => ({ image, tag, decision: 'accept' }));
      await ask(stack, '/bolts/images', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomBytes(8).toString('hex') },
        body: JSON.stringify({ changes }),
      });
    },
  });
  const rowOf = (reference: 'commits' | 'reading') => {
    const { ours, reference: theirs, ratio } = compared(rounds, 'ours', reference);
    const imagesPerSecond = (millis: number) => JUDGED / (millis / 1000);
    return {
      ours: imagesPerSecond(ours),
      reference: imagesPerSecond(theirs),
      ratio: 1 / ratio,
      unit: 'images/s',
    };
  };
  return [
    {
      name: `curate: ${JUDGED} decisions in one call`,
      ...rowOf('reading'),
      bar: '>= 0.9',
      note: `against reading the same fields and committing the same writes, ${TOGETHER} at a time, without judging`,
    },
    {
      name: 'curate: those decisions, to commits alone',
      ...rowOf('commits'),
      bar: '',
      note: 'which read nothing: what is written is known beforehand',
    },
  ];
}

/**
 * The same documents with the same fields, preconditions, transforms and sizes as ours: records, counters and outcomes. What
 * they hold is known beforehand, as are the times of the records' last updates.
 */
async function bareCommit(db: Firestore, ids: readonly string[]) {
  const read = await db.getAll(...ids.map((id) => db.doc(`image/${id}`)), { fieldMask: ['date'] });
  const updates = new Map(read.map(({ id, updateTime }) => [id, updateTime as Timestamp]));
  let revision = 0;
  return async (tag: string, fieldMask?: readonly string[]): Promise<void> => {
    revision += 1;
    for (let from = 0; from < ids.length; from += TOGETHER) {
      const some = ids.slice(from, from + TOGETHER);
      if (fieldMask)
        await db.getAll(...some.map((id) => db.doc(`image/${id}`)), { fieldMask: [...fieldMask] });
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

async function listing(stack: TestStack, db: Firestore): Promise<Row[]> {
  const query = queryOfPage(db, PAGE);
  const { projectId, addresses } = stack;
  const server = await startServer(BARE_PAGE, projectId, addresses.firestore, String(PAGE));
  const rounds = await alternate({
    bare: async () => (await query.get()).docs.map((each) => each.data()),
    server: () => answerOf(server.port, '/'),
    ours: () => ask(stack, `/bolts/images?limit=${PAGE}&thumbnails=true`),
  }).finally(() => server.child.close());
  return [
    {
      name: `curate: a page of ${PAGE} with thumbnails`,
      ...compared(rounds, 'ours', 'server'),
      unit: 'ms',
      bar: '<= 1.15',
      note: 'against a bare server, which runs the query by the same index and answers with it over HTTP',
    },
    {
      name: 'curate: that page, to the bare query',
      ...compared(rounds, 'ours', 'bare'),
      unit: 'ms',
      bar: '',
      note: 'which brings the page from Firestore and answers nobody',
    },
    {
      name: 'curate: that bare server, to the bare query',
      ...compared(rounds, 'server', 'bare'),
      unit: 'ms',
      bar: '',
      note: 'what no service can do without',
    },
  ];
}

if (import.meta.main) console.table(await benchCurate());

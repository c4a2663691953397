/**
 * @covers Spec 4.1 refreshCounters, after any history and in the midst of uploads
 * @covers Contract 9 counters by set, unlabelled, timeline
 * @covers Frames of a tally are counted whatever becomes of their process, and of them
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { FieldValue } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { startFunction } from '../../emulators/stack/function.ts';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import {
  call,
  concurrently,
  countedMore,
  countedRecords,
  eventually,
  furnish,
  openTallies,
  records,
  shownCounters,
  shownMore,
  upload,
} from '../support/factory.ts';
import { openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({}, ['dataset', 'monitor', 'image', 'counters']);
  await furnish(stage.stack);
});
afterAll(() => stage.close());

async function refresh(id = 'bolts'): Promise<void> {
  const answer = await stage.call(`${id}/refreshCounters`, { method: 'POST' });
  expect([answer.status, await answer.json()]).toEqual([200, { error: false, status: 'success' }]);
}

/** In all places where readers look: dataset, tag documents, list of tags. */
async function expectExact(id = 'bolts'): Promise<void> {
  const counted = await countedRecords(stage.stack, id);
  expect(await shownCounters(stage.stack, id)).toEqual(counted);
  const { timeline: _, ...more } = await shownMore(stage.stack, id);
  const { timeline: __, ...expected } = await countedMore(stage.stack, id);
  expect(more).toEqual(expected);
}

/** The timeline is published less often, but a refresh publishes it at once. */
async function expectTimelineExact(id = 'bolts'): Promise<void> {
  const { timeline } = await countedMore(stage.stack, id);
  expect((await shownMore(stage.stack, id)).timeline).toEqual(timeline);
}

async function expectListExact(id = 'bolts'): Promise<void> {
  const { tag } = await countedRecords(stage.stack, id);
  const list = (await stage.firestore.doc(`dataset/${id}`).get()).get('tags') as Record<string, unknown>[];
  const counters = list.map((each) => [each.id, [each.imageCounter, each.annotationCounter]]);
  expect(Object.fromEntries(counters)).toEqual(tag);
}

const idsOf = (references: { id: string }[]): string[] => references.map(({ id }) => id);

/**
 * At any moment, even during uploads, the sum of the parts and of open tallies equals the records. It is a moment that is over:
 * the emulator lets a commit become visible a little after its time, even within one transaction.
 */
async function expectPartsExact(id = 'bolts'): Promise<void> {
  const { firestore } = stage;
  const { readTime } = await firestore.doc(`dataset/${id}`).get();
  const wanted = firestore
    .collection('image')
    .where('dataset', '==', firestore.doc(`dataset/${id}`))
    .select('tagsContained', 'tally', 'tallied');
  const [parts, images] = await firestore.runTransaction(
    (transaction) =>
      transaction
        .get(firestore.collection(`dataset/${id}/counter`))
        .then(async (parts) => [parts, await transaction.get(wanted)] as const),
    { readOnly: true, readTime },
  );
  const open = openTallies(parts.docs, images.docs);
  const sum = (counter: (part: FirebaseFirestore.QueryDocumentSnapshot) => number) =>
    parts.docs.reduce((all, part) => all + counter(part), 0);
  expect(sum((part) => part.get('images') ?? 0) + open.images).toBe(images.size);
  for (const tag of new Set(images.docs.flatMap((image) => idsOf(image.get('tagsContained')))))
    expect(sum((part) => part.get(`tag.${tag}.images`) ?? 0) + (open.tag[tag] ?? 0)).toBe(
      images.docs.filter((image) => idsOf(image.get('tagsContained')).includes(tag)).length,
    );
}

/** Always the same numbers for one seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const TAGS = ['good', 'bad'];

async function updateTags(image: string, tags: string[]): Promise<number> {
  const boxes = tags.map((tag) => ({ tag, x: 0.1, y: 0.1, w: 0.2, h: 0.2 }));
  const body = { dataset: 'bolts', imageID: image, tags: boxes };
  return (await call(stage.stack, '/monitor/updateTags', { body })).status;
}

const remove = async (image: string): Promise<number> =>
  (await call(stage.stack, `/image/delete/image/dataset--bolts--${image}.jpg`)).status;

/** Damages counters as a dashboard, a bug or an operator might. */
async function breakCounters(pick: (below: number) => number): Promise<void> {
  const { firestore } = stage;
  const parts = await firestore.collection('dataset/bolts/counter').get();
  const part = parts.docs[pick(Math.max(1, parts.size))];
  const breaks = [
    () => firestore.doc('dataset/bolts').update({ imageCounter: pick(1000) - 500 }),
    () => firestore.doc('dataset/bolts/tag/good').update({ imageCounter: 'many', annotationCounter: -3 }),
    async () => part?.ref.delete(),
    async () => part?.ref.update({ images: pick(99), 'tag.bad.images': 7, 'tag.ghost': 'x' }),
    () => firestore.doc('dataset/bolts/counter/base').set({ images: pick(99), recount: 3 }),
    () => firestore.doc('dataset/bolts').update({ tags: [] }),
  ];
  await breaks[pick(breaks.length)]?.();
}

test('Spec 4.1: wrong counters are corrected, wherever they are', async () => {
  await seedDataset(stage, { id: 'wrong', type: 'MULTICLASS', tags: { a: 'A', b: 'B' } });
  await seedImages(stage, 'wrong', [
    { id: 'w1', tag: 'a' },
    { id: 'w2', tag: 'a', tags: [{ tag: 'b' }, { tag: 'b' }, { tag: 'a' }] },
    { id: 'w3' },
  ]);
  await stage.firestore.doc('dataset/wrong').update({ imageCounter: 77 });
  await stage.firestore.doc('dataset/wrong/tag/a').update({ imageCounter: -1, annotationCounter: 9 });
  await refresh('wrong');
  expect(await shownCounters(stage.stack, 'wrong')).toEqual({ images: 3, tag: { a: [2, 1], b: [1, 2] } });
  await expectListExact('wrong');
  expect((await stage.firestore.doc('dataset/wrong').get()).get('name')).toBe('Set wrong');
});

test('Contract 2: a tag that is only in the list gets its document, path strings count, other datasets do not', async () => {
  await seedDataset(stage, { id: 'list', type: 'MULTICLASS', tags: { a: 'A' } });
  await stage.firestore.doc('dataset/list/tag/a').delete();
  const path = 'dataset/list/tag/a';
  await seedImages(stage, 'list', [
    { id: 'li1', tag: 'a' },
    {
      id: 'li2',
      fields: { dataset: 'dataset/list', tag: path, tagsContained: [path], tags: [{ tag: path }] },
    },
    { id: 'li3', tag: 'a', fields: { dataset: 'dataset/elsewhere' } },
  ]);
  await refresh('list');
  expect(await shownCounters(stage.stack, 'list')).toEqual({ images: 2, tag: { a: [2, 1] } });
  expect((await stage.firestore.doc('dataset/list/tag/a').get()).data()).toMatchObject({
    id: 'a',
    name: 'A',
  });
});

test('more records than a page are all counted', async () => {
  await seedDataset(stage, { id: 'pages', type: 'MULTICLASS', tags: { a: 'A' } });
  await seedImages(
    stage,
    'pages',
    Array.from({ length: 2100 }, (_, at) => ({ id: `pages-${at}`, tag: at % 3 === 0 ? 'a' : null })),
  );
  await refresh('pages');
  expect(await shownCounters(stage.stack, 'pages')).toEqual({ images: 2100, tag: { a: [700, 0] } });
});

test('Contract 2: images without annotations are counted as well where references are path strings', async () => {
  await seedDataset(stage, { id: 'plain', type: 'MULTICLASS', tags: { a: 'A', b: 'B' } });
  const [dataset, path] = ['dataset/plain', 'dataset/plain/tag/a'];
  await seedImages(stage, 'plain', [
    { id: 'p1', tag: 'a' },
    { id: 'p2', tag: 'b', fields: { dataset } },
    { id: 'p3', fields: { dataset, tag: path, tagsContained: [path] } },
    { id: 'p4', fields: { tag: path, tagsContained: [path, stage.firestore.doc(path)] } },
    { id: 'p5', fields: { dataset: stage.firestore.doc('dataset/elsewhere'), tagsContained: [path] } },
    { id: 'p6' },
  ]);
  await refresh('plain');
  expect(await shownCounters(stage.stack, 'plain')).toEqual({ images: 5, tag: { a: [3, 0], b: [1, 0] } });
});

test.each([
  ['without its list of tags', { tagsContained: FieldValue.delete() }, { a: [2, 0] }],
  ['without any list', { tagsContained: FieldValue.delete(), tags: FieldValue.delete() }, { a: [2, 0] }],
  ['with an annotation', { tags: [{ tag: 'dataset/odd/tag/a' }] }, { a: [2, 1] }],
])('one record %s among plain ones counts', async (_, odd, tag) => {
  await seedDataset(stage, { id: 'odd', type: 'MULTICLASS', tags: { a: 'A' } });
  await seedImages(stage, 'odd', [{ id: 'o1', tag: 'a' }, { id: 'o2', tag: 'a' }, { id: 'o3' }]);
  await stage.firestore.doc('image/o2').update(odd);
  await refresh('odd');
  expect(await shownCounters(stage.stack, 'odd')).toEqual({ images: 3, tag });
});

test('a tag that is removed and added again keeps its counts, even with a refresh in between', async () => {
  for (const number of [1, 2, 3])
    await upload(stage.stack, 500 + number, { dataset: 'other', tag: 'foreign' });
  const tag = stage.firestore.doc('dataset/other/tag/foreign');
  const fields = (await tag.get()).data()!;
  await tag.delete();
  await stage.firestore.doc('dataset/other').update({ tags: [] });
  await refresh('other');
  await tag.set(fields);
  const [image] = [...(await records(stage.stack, 'image'))].find(
    ([, each]) => each.dataset?.id === 'other',
  )!;
  const gone = await call(stage.stack, `/image/delete/image/dataset--other--${image}.jpg`);
  expect(gone.status).toBe(200);
  await eventually(() => expectExact('other'));
});

test('concurrent uploads leave exact numbers if all images are counted by indexes', async () => {
  let isOver = false;
  const refreshing = (async () => {
    for (; !isOver; await sleep(10)) {
      await refresh('other');
      await expectPartsExact('other');
    }
  })();
  await concurrently(60, 6, async (number) => {
    const { body } = await upload(stage.stack, 700 + number, { dataset: 'other', tag: 'foreign' });
    const uri = `/image/delete/image/dataset--other--${body.data.id}.jpg`;
    if (number % 4 === 0) await call(stage.stack, uri);
    if (number === 50) isOver = true;
  });
  await refreshing;
  await eventually(() => expectExact('other'));
});

test.each(process.env.LONG ? [1, 2, 3] : [1])(
  'after any sequence of uploads, tag updates, deletes and kills counters are exact: %i',
  async (seed) => {
    const pick = random(seed);
    for (let step = 0; step < 4; step += 1) {
      await concurrently(12, 6, async (number) => {
        await upload(stage.stack, seed * 1000 + step * 100 + number, { tag: TAGS[pick(2)] }).catch(() => {});
      });
      const ids = [...(await records(stage.stack, 'image'))]
        .filter(([, each]) => each.dataset?.path === 'dataset/bolts')
        .map(([id]) => id);
      const killing =
        pick(3) === 0 ? sleep(pick(60)).then(() => stage.stack.functions.monitor!.kill()) : null;
      await concurrently(8, 4, async () => {
        const image = ids[pick(ids.length)] as string;
        const work = pick(3) === 0 ? remove(image) : updateTags(image, TAGS.slice(0, pick(3)));
        await work.catch(() => {});
      });
      await killing;
      if (!stage.stack.functions.monitor!.isRunning()) await stage.stack.functions.monitor!.restart();
      await breakCounters(pick);
      await refresh();
      await expectExact();
      await expectListExact();
      await expectTimelineExact();
    }
  },
);

test('two or more simultaneous refreshes leave exact numbers', async () => {
  for (let round = 0; round < 2; round += 1) {
    await stage.firestore.doc('dataset/bolts/counter/base').set({ images: 40 + round, recount: round });
    await Promise.all(Array.from({ length: 2 + round * 3 }, () => refresh()));
    await expectExact();
    await expectListExact();
  }
});

test('two refreshes at once in two processes leave exact numbers', async () => {
  const second = await startFunction({ name: 'dataset', env: functionEnvironment(stage.stack.addresses) });
  const refreshThere = async () => {
    const url = `http://127.0.0.1:${second.port}/bolts/refreshCounters`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(200);
  };
  await refreshThere();
  for (let round = 0; round < 3; round += 1) {
    await stage.firestore.doc('dataset/bolts/counter/base').update({ images: 400 + round });
    await Promise.all([refresh(), refreshThere(), refresh(), refreshThere()]);
    await expectExact();
  }
  await second.close();
});

test('concurrent uploads, tag updates and deletes leave exact numbers', async () => {
  await stage.firestore.doc('dataset/bolts').update({ imageCounter: 5 });
  await stage.firestore.doc('dataset/bolts/counter/base').set({ images: 1234, tag: { good: { images: 5 } } });
  let isOver = false;
  const refreshing = (async () => {
    for (; !isOver; await sleep(20)) {
      await Promise.all([refresh(), refresh()]);
      await expectPartsExact();
    }
  })();
  await concurrently(60, 6, async (number) => {
    const { body } = await upload(stage.stack, 9000 + number);
    const id = body.data.id as string;
    if (number % 3 === 0) await updateTags(id, ['bad', 'bad']);
    if (number % 5 === 0) await remove(id);
    // A refresh that runs alone must not repair what a concurrent one got wrong.
    if (number === 40) isOver = true;
  });
  await refreshing;
  // The last publisher has also read last; a frame's own publication follows within a second.
  await eventually(() => expectExact());
  await refresh();
  await expectExact();
  await expectTimelineExact();
});

test('the timeline follows added and deleted frames, by sessions and by days, without empty groups', async () => {
  const counted = () => triggerScheduled(stage.stack.functions.counters!);
  const day = Date.UTC(2026, 3, 1);
  const made: string[] = [];
  const session = (await call(stage.stack, '/monitor/line-1/start')).status;
  expect(session).toBe(200);
  for (const number of [1, 2, 3]) {
    const { body } = await upload(stage.stack, 300 + number, { date: day + number * 3_600_000 });
    made.push(body.data.id);
  }
  await call(stage.stack, '/monitor/line-1/stop');
  for (const number of [4, 5]) {
    const { body } = await upload(stage.stack, 300 + number, { date: day + number * 86_400_000 });
    made.push(body.data.id);
  }
  expect(await counted()).toBe(200);
  await eventually(() => expectTimelineExact());
  // The latest image of the session, and the only one of a day.
  for (const image of [made[2], made[4]]) expect(await remove(image as string)).toBe(200);
  expect(await counted()).toBe(200);
  await eventually(() => expectTimelineExact());
  const { timeline } = await shownMore(stage.stack);
  expect(timeline['day-2026-04-06']).toBeUndefined();
  expect(Object.values(timeline)).toContainEqual(
    expect.objectContaining({ imageCounter: 2, last: day + 7_200_000 }),
  );
});

test('a dataset that is edited constantly keeps the edits and gets its counters', async () => {
  await stage.firestore.doc('dataset/bolts/counter/base').set({ images: 4321 });
  let edits = 0;
  let isOver = false;
  const editing = (async () => {
    for (; !isOver; edits += 1) {
      await stage.firestore.doc('dataset/bolts').update({ name: `Bolts ${edits + 1}` });
      await sleep(50);
    }
  })();
  for (let round = 0; round < 3; round += 1) {
    await refresh();
    await expectExact();
  }
  isOver = true;
  await editing;
  expect((await stage.firestore.doc('dataset/bolts').get()).get('name')).toBe(`Bolts ${edits}`);
});

test('Spec 7: counters of a missing dataset are 404, and no dataset is created', async () => {
  const answer = await stage.call('nobody/refreshCounters', { method: 'POST' });
  expect([answer.status, await answer.json()]).toEqual([
    404,
    { error: true, result: 'Dataset with ID "nobody" not found' },
  ]);
  expect((await stage.firestore.doc('dataset/nobody').get()).exists).toBe(false);
});

test('Contract 3, GET is not enough', async () => {
  const answer = await stage.call('bolts/refreshCounters');
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
});

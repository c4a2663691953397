/**
 * Contract 9: tags are created, changed, deleted and merged; counters stay exact under concurrent changes.
 * @covers Contract 9 tags are made, changed, deleted, merged: counters exact, kills, frames meanwhile
 * @covers Contract 11 versions, csv and downloads while tags are merged or made: tags and images of one moment
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import { shardOf } from '../../functions/src/common/images/list-fields.ts';
import {
  countedMore,
  countedRecords,
  eventually,
  frame,
  records,
  shownCounters,
  shownMore,
} from '../support/factory.ts';
import { type Ask, type ManageStage, openManageStage } from './manage-stage.ts';

let stage: ManageStage;
beforeAll(async () => {
  stage = await openManageStage(['dataset', 'monitor', 'counters']);
});
afterAll(() => stage?.close());

const post = (body: unknown, headers: Record<string, string> = {}): Ask => ({
  method: 'POST',
  body,
  headers,
});
const remove = (body?: unknown): Ask => ({ method: 'DELETE', ...(body !== undefined && { body }) });

let number = 0;
/**
 * A dataset with tags of these names.
 * @returns ids by name
 */
async function makeDataset(...names: string[]) {
  const body = { name: `Tagged ${++number}`, type: 'MULTILABEL', tags: names.map((name) => ({ name })) };
  const { body: made } = await stage.as('admin', '/dataset', post(body));
  const id = made.id as string;
  const { docs } = await stage.stack.firestore.collection(`dataset/${id}/tag`).get();
  return { id, tag: Object.fromEntries(docs.map((each) => [each.get('name') as string, each.id])) };
}

const tagNames = async (dataset: string) => {
  const { docs } = await stage.stack.firestore.collection(`dataset/${dataset}/tag`).orderBy('order').get();
  return docs.map((each) => each.get('name'));
};
const listedNames = async (dataset: string) =>
  (await stage.stack.firestore.doc(`dataset/${dataset}`).get())
    .get('tags')
    .map(({ name }: { name: string }) => name);

describe('creating and changing', () => {
  test('a tag is a document and in the list, for every reader', async () => {
    const { id } = await makeDataset('good');
    const { status, body } = await stage.as(
      'admin',
      `/dataset/${id}/tag`,
      post({ name: 'bad', color: '#d64545', key: 'b' }),
    );
    expect([status, body]).toEqual([200, { error: false, status: 'success', id: expect.any(String) }]);
    expect(await tagNames(id)).toEqual(['good', 'bad']);
    expect(await listedNames(id)).toEqual(['good', 'bad']);
    const patch = (change: unknown) =>
      stage.as('admin', `/dataset/${id}/tag/${body.id}`, { method: 'PATCH', body: change });
    expect((await patch({ name: 'scratched', order: 0, unclassified: true })).status).toBe(200);
    const stored = await stage.stack.firestore.doc(`dataset/${id}/tag/${body.id}`).get();
    expect(stored.data()).toMatchObject({
      id: body.id,
      name: 'scratched',
      color: '#d64545',
      key: 'b',
      order: 0,
      unclassified: true,
      imageCounter: 0,
      annotationCounter: 0,
    });
    expect(await listedNames(id)).toEqual(['good', 'scratched']);
    const taken = await patch({ name: 'good' });
    expect([taken.status, taken.body.result]).toEqual([409, 'Tag with name "good" exists already']);
    expect((await patch({ name: 'scratched' })).status).toBe(200);
  });

  test('twenty at once with one name create one tag; twenty attempts of one request get one answer', async () => {
    const { id } = await makeDataset();
    const make = (body: object, headers = {}) => stage.as('admin', `/dataset/${id}/tag`, post(body, headers));
    const rivals = await Promise.all(Array.from({ length: 20 }, () => make({ name: 'one' })));
    expect(rivals.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(rivals.filter(({ status }) => status === 409)).toHaveLength(19);
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => make({ name: 'two' }, { 'idempotency-key': 'k' })),
    );
    expect(new Set(tries.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await tagNames(id)).toEqual(['one', 'two']);
  });

  test('a tag that is only in the list can be changed too, and becomes a document', async () => {
    const { firestore } = stage.stack;
    await firestore.doc('dataset/listed').set({
      name: 'Listed',
      type: 'MULTICLASS',
      owner: 'owner',
      members: {},
      people: ['owner'],
      tags: [{ id: 'old', name: 'Old', color: '#111111' }],
    });
    const { status } = await stage.as('owner', '/dataset/listed/tag/old', {
      method: 'PATCH',
      body: { color: '#222222' },
    });
    expect(status).toBe(200);
    expect((await firestore.doc('dataset/listed/tag/old').get()).data()).toMatchObject({
      id: 'old',
      name: 'Old',
      color: '#222222',
    });
  });
});

describe('deleting', () => {
  let frames = 0;
  /** Sends a new frame: one that was sent before would be taken for a retry, whatever dataset it names. */
  const upload = async (dataset: string, tag: string | undefined) =>
    stage.as('admin', '/monitor/line-1/image', { body: await frame(frames++, { dataset, tag }) });

  const expectExact = (dataset: string) =>
    eventually(async () => {
      expect(await shownCounters(stage.stack, dataset)).toEqual(await countedRecords(stage.stack, dataset));
      expect(await shownMore(stage.stack, dataset)).toEqual(await countedMore(stage.stack, dataset));
    });

  /** Records as from a camera and a person: a class, a box, a mask, all of them, in several sets. */
  async function fill(dataset: string, tags: Record<string, string>, many: number) {
    const { firestore } = stage.stack;
    const of = firestore.doc(`dataset/${dataset}`);
    const [a, b] = [of.collection('tag').doc(tags.a as string), of.collection('tag').doc(tags.b as string)];
    for (let start = 0; start < many; start += 200) {
      const batch = firestore.batch();
      for (let at = start; at < Math.min(many, start + 200); at += 1) {
        const boxes = at % 2 ? [{ type: 'rect', tag: a, x: 0, y: 0, w: 0.5, h: 0.5, labeled: 'manual' }] : [];
        const primary = at % 3 ? a : b;
        const id = `${dataset}-${at}`;
        batch.set(firestore.doc(`image/${id}`), {
          dataset: of,
          tag: primary,
          tags: boxes,
          session: '',
          date: 1_790_000_000_000 + at,
          name: id,
          tagsContained: [...new Set([primary, ...(boxes.length > 0 ? [a] : [])])],
          masks: at % 5 ? [] : [{ tag: b, uri: `gs://bucket/dataset/${dataset}/${id}_mask_1.png` }],
          set: at % 4 ? 'TRAIN' : 'REVIEW',
          uri: '',
          labelled: true,
          shard: shardOf(dataset, id),
        });
        if (at % 5 === 0)
          batch.update(firestore.doc(`image/${id}`), {
            tagsContained: [...new Set([primary, b, a])].filter(
              (each) => each !== a || boxes.length > 0 || primary === a,
            ),
          });
      }
      await batch.commit();
    }
    await stage.as('admin', `/dataset/${dataset}/refreshCounters`, { method: 'POST' });
  }

  const ofDataset = async (dataset: string) =>
    [...(await records(stage.stack, 'image')).values()].filter((each) => each.dataset.id === dataset);

  test('an unused tag is deleted; one in use is kept, and the error says how often it is used', async () => {
    const { id, tag } = await makeDataset('a', 'b', 'idle');
    await fill(id, tag, 12);
    const path = (name: string) => `/dataset/${id}/tag/${tag[name]}`;
    expect((await stage.as('admin', path('idle'), remove())).status).toBe(200);
    // Repeated, as by a client that lost the answer.
    expect((await stage.as('admin', path('idle'), remove())).status).toBe(200);
    expect((await stage.as('admin', `/dataset/${id}/tag/nothing`, remove())).status).toBe(404);
    const { status, body } = await stage.as('admin', path('a'), remove({}));
    const counted = (await countedRecords(stage.stack, id)).tag[tag.a as string];
    expect([status, body.result]).toEqual([
      409,
      `Tag with ID "${tag.a}" is in use: ${counted?.[0]} images, ${counted?.[1]} annotations`,
    ]);
    expect(await tagNames(id)).toEqual(['a', 'b']);
    expect((await stage.as('admin', path('a'), remove({ into: 'nothing' }))).status).toBe(404);
    expect((await stage.as('admin', path('a'), remove({ into: tag.a }))).status).toBe(404);
  });

  test('null leaves the images unlabelled: class, boxes and masks of the tag are removed', async () => {
    const { id, tag } = await makeDataset('a', 'b');
    await fill(id, tag, 30);
    expect((await stage.as('admin', `/dataset/${id}/tag/${tag.b}`, remove({ into: null }))).status).toBe(200);
    const images = await ofDataset(id);
    expect(images).toHaveLength(30);
    expect(
      JSON.stringify(
        images.map(({ tag: own, tags, masks, tagsContained }) =>
          [own, tags, masks, tagsContained].map(paths),
        ),
      ),
    ).not.toContain(tag.b);
    expect(
      images
        .filter((each) => each.tag === null && each.tags.length === 0)
        .every((each) => each.labelled === false),
    ).toBe(true);
    expect(images.some((each) => each.labelled === false)).toBe(true);
    await expectExact(id);
  });

  test('merged: with kills and concurrent uploads, every image gets the other tag, once', async () => {
    const { id, tag } = await makeDataset('a', 'b');
    await fill(id, tag, 330);
    const { dataset: worker, counters } = stage.stack.functions;
    const merge = () => stage.as('admin', `/dataset/${id}/tag/${tag.a}`, remove({ into: tag.b }));
    let sent = 0;
    let isOver = false;
    const statuses: number[] = [];
    const sending = (async () => {
      for (; !isOver; sent += 1) statuses.push((await upload(id, tag.a)).status);
    })();
    for (let kills = 0; kills < 4; kills += 1) {
      void merge().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 40 * (kills + 1)));
      // The last process is killed only after the merge has begun, even on a slow machine.
      if (kills === 3) await eventually(async () => expect(await tagNames(id)).toEqual(['b']));
      await worker!.kill();
      await worker!.restart();
    }
    // Nobody repeats the request: the function that runs every minute completes it.
    await eventually(async () => {
      expect(await triggerScheduled(counters!)).toBe(200);
      expect((await countedRecords(stage.stack, id)).tag).toEqual({ [tag.b as string]: expect.anything() });
    });
    isOver = true;
    await sending;
    // Images of requests that were running.
    expect(await triggerScheduled(counters!)).toBe(200);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const images = await ofDataset(id);
    expect(images).toHaveLength(330 + sent);
    expect(
      images.every((each) => each.tagsContained.length === 1 && each.tagsContained[0].id === tag.b),
    ).toBe(true);
    // Each image with the tag was changed exactly once.
    expect(images.filter(({ revision = 0 }) => revision > 1)).toEqual([]);
    await expectExact(id);
    expect((await merge()).status).toBe(200);
    expect(await listedNames(id)).toEqual(['b']);
  });

  test('requests that name a merged tag get the other one, also after several merges', async () => {
    const { id, tag } = await makeDataset('a', 'b', 'c', 'd');
    for (const [from, into] of [
      ['a', 'b'],
      ['b', 'c'],
    ] as const)
      expect(
        (await stage.as('admin', `/dataset/${id}/tag/${tag[from]}`, remove({ into: tag[into] }))).status,
      ).toBe(200);
    expect((await stage.as('admin', `/dataset/${id}/tag/${tag.a}`, remove({ into: tag.d }))).status).toBe(
      404,
    );
    const { body } = await upload(id, tag.a);
    const image = () => stage.stack.firestore.doc(`image/${body.data.id}`).get();
    expect((await image()).get('tag').id).toBe(tag.c);
    const tags = [
      { tag: tag.b, x: 0, y: 0, w: 0.5, h: 0.5 },
      { tag: tag.d, x: 0, y: 0, w: 0.5, h: 0.5 },
    ];
    const updated = await stage.as(
      'admin',
      '/monitor/updateTags',
      post({ dataset: id, imageID: body.data.id, tags }),
    );
    expect(updated.status).toBe(200);
    expect((await image()).get('tags').map((each: { tag: { id: string } }) => each.tag.id)).toEqual([
      tag.c,
      tag.d,
    ]);
    await expectExact(id);
  });

  test('a merge that has not reached an image yet counts in versions, csv and downloads', async () => {
    const { firestore } = stage.stack;
    const { id, tag } = await makeDataset('a', 'b');
    const { body: sent } = await upload(id, tag.a);
    const dataset = firestore.doc(`dataset/${id}`);
    const begin = firestore.batch();
    begin.delete(dataset.collection('tag').doc(tag.a as string));
    begin.update(dataset, { tags: [{ id: tag.b, name: 'b' }] });
    begin.set(dataset.collection('merge').doc(tag.a as string), {
      into: tag.b,
      at: new Date(),
      due: new Date(),
    });
    await begin.commit();
    const version = await stage.as('admin', `/dataset/${id}/version`, post({ test: 0 }));
    expect(version.body.counts.tags).toMatchObject([{ tag: tag.b, images: 1 }]);
    expect(version.body.counts.unlabelled).toBe(0);
    const preview = await stage.as('admin', `/dataset/${id}/version/preview`, post({ test: 0 }));
    expect(preview.body.counts).toEqual(version.body.counts);
    const exported = await stage.as('admin', `/dataset/${id}/version/1/export?format=csv`);
    expect(exported.body).toMatch(/^TRAIN,gs:.*,b\n$/);
    const { body: csv } = await stage.as('admin', `/dataset/${id}/csv?test=0&link=true`);
    expect(await (await fetch(csv.result.link.url)).text()).toMatch(/^TRAIN,gs:.*,b\n$/);
    const zip = await stage.as('admin', `/dataset/${id}/downloadZip`, post({ images: [sent.data.id] }));
    expect(zip.body).toContain('Anomaly/b/');
  });

  test('images in the trash are restored with the other tag', async () => {
    const { firestore } = stage.stack;
    const { id, tag } = await makeDataset('a', 'b');
    const [from, into] = [tag.a, tag.b].map((each) => firestore.doc(`dataset/${id}/tag/${each}`));
    const rejected = firestore.doc(`dataset/${id}/trash/lost`);
    await rejected.set({
      dataset: firestore.doc(`dataset/${id}`),
      tag: from,
      tags: [],
      tagsContained: [from],
      set: 'TRAIN',
    });
    const inUse = await stage.as('admin', `/dataset/${id}/tag/${tag.a}`, remove());
    expect(inUse.body.result).toMatch(/is in use: 0 images, 0 annotations, 1 in the trash$/);
    expect((await stage.as('admin', `/dataset/${id}/tag/${tag.a}`, remove({ into: tag.b }))).status).toBe(
      200,
    );
    expect((await rejected.get()).get('tag').path).toBe(into?.path);
    expect((await rejected.get()).get('tagsContained').map(({ path }: { path: string }) => path)).toEqual([
      into?.path,
    ]);
    await expectExact(id);
  });
});

/** References are replaced by their paths. */
function paths(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('path' in value && 'firestore' in value) return value.path;
  return Array.isArray(value)
    ? value.map(paths)
    : Object.fromEntries(Object.entries(value).map(([k, v]) => [k, paths(v)]));
}

/**
 * Contract 9, from an empty stack with curl alone and required credentials: dataset, classes, monitor, key, 50 frames by
 * `examples/camera.sh`, all labelled and reviewed, two rejected and one restored, a member invited, the training file
 * exported.
 * @covers Contract 9 from an empty stack with curl alone, every number right
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ManageStage, openManageStage } from '../emulator/manage-stage.ts';
import { eventually, picture, shownCounters, shownMore } from '../support/factory.ts';
import { tokenOf } from '../support/people.ts';

const CAMERA = resolve(import.meta.dirname, '../../examples/camera.sh');
const FRAMES = 50;

const run = promisify(execFile);

let stage: ManageStage;
let folder: string;
beforeAll(async () => {
  stage = await openManageStage(['dataset', 'monitor']);
  folder = await mkdtemp(join(tmpdir(), 'sightline-first-'));
});
afterAll(async () => {
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: answers of every route
async function curl(method: string, path: string, body?: object, uid = 'maker'): Promise<any> {
  const token = tokenOf(uid, stage.stack.projectId, uid === 'maker' ? { creator: true } : {});
  const json = body ? ['-H', 'Content-Type: application/json', '-d', JSON.stringify(body)] : [];
  const { stdout } = await run('curl', [
    '-sS',
    '-X',
    method,
    '-H',
    `Authorization: Bearer ${token}`,
    ...json,
    '-w',
    '\n%{http_code}',
    `${stage.stack.baseUrl}${path}`,
  ]);
  const lines = stdout.split('\n');
  expect([method, path, lines.at(-1), stdout]).toEqual([method, path, '200', stdout]);
  return JSON.parse(lines.slice(0, -1).join('\n'));
}

test('from nothing to a training file', async () => {
  const { id: dataset } = await curl('POST', '/dataset', {
    name: 'Screws',
    type: 'MULTICLASS',
    tags: [{ name: 'good', key: 'g' }],
  });
  const { id: bad } = await curl('POST', `/dataset/${dataset}/tag`, { name: 'bad', key: 'b' });
  const [own] = (await curl('GET', '/dataset')).datasets;
  expect(own).toMatchObject({ id: dataset, role: 'owner', imageCounter: 0 });
  const good = own.tags.find((tag: { name: string }) => tag.name === 'good').id;
  const { id: monitor } = (await curl('POST', '/monitor', { name: 'Press 3', dataset })).data;
  const { key } = (await curl('POST', `/monitor/${monitor}/keys`)).data;

  const pictures = join(folder, 'pictures');
  await run('mkdir', [pictures]);
  for (let number = 0; number < FRAMES; number += 1) {
    const file = join(pictures, `frame-${String(number).padStart(2, '0')}.jpg`);
    await writeFile(file, await picture(number));
    await utimes(file, 1_790_000_000 + number, 1_790_000_000 + number);
  }
  const sent = await run('sh', [CAMERA, '-m', monitor, '-u', stage.stack.baseUrl, pictures], {
    env: { ...process.env, SIGHTLINE_KEY: key },
  });
  expect(sent.stdout).toContain(`${FRAMES}`);

  const first = await curl('GET', `/dataset/${dataset}/images?labelled=false&limit=30`);
  const rest = await curl('GET', `/dataset/${dataset}/images?labelled=false&limit=30&after=${first.next}`);
  const images: { id: string; revision: number; name: string }[] = [...first.images, ...rest.images];
  expect([new Set(images.map(({ id }) => id)).size, rest.next]).toEqual([FRAMES, null]);

  const change = async (changes: object[]) => {
    const { images: outcomes } = await curl('PATCH', `/dataset/${dataset}/images`, { changes });
    expect(outcomes.filter(({ outcome }: { outcome: string }) => outcome !== 'done')).toEqual([]);
    return outcomes as { image: string; revision: number }[];
  };
  const labelled = await change(
    images.map(({ id, revision }, at) => ({ image: id, seen: revision, tag: at % 5 === 0 ? bad : good })),
  );
  const doubtful = labelled.slice(0, 12);
  const inReview = await change(
    doubtful.map(({ image, revision }) => ({ image, seen: revision, decision: 'review' })),
  );
  const review = await curl('GET', `/dataset/${dataset}/images?set=REVIEW`);
  expect(review.images).toHaveLength(12);
  await change(
    inReview.map(({ image, revision }, at) => ({
      image,
      seen: revision,
      decision: at < 2 ? 'reject' : 'accept',
    })),
  );
  const trashed: string[] = (await curl('GET', `/dataset/${dataset}/trash`)).images.map(
    ({ id }: { id: string }) => id,
  );
  expect([...trashed].sort()).toEqual(
    inReview
      .slice(0, 2)
      .map(({ image }) => image)
      .sort(),
  );
  const [back] = trashed;
  await curl('POST', `/dataset/${dataset}/trash/restore`, { images: [back] });

  await curl('PUT', `/dataset/${dataset}/members/colleague%40example.org`, { role: 'editor' });

  const csv = await curl('GET', `/dataset/${dataset}/csv?test=20&validation=20`);
  const object = encodeURIComponent(csv.result.training.dataset.split('/').slice(3).join('/'));
  const { storage, bucket } = stage.stack;
  const { stdout } = await run('curl', [
    '-sS',
    `http://127.0.0.1:${storage.port}/storage/v1/b/${bucket}/o/${object}?alt=media`,
  ]);
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => row.split(','));
  // The restored one is in REVIEW, the other one in the trash.
  const restored = await curl('GET', `/dataset/${dataset}/images?set=REVIEW`);
  expect(restored.images.map(({ id }: { id: string }) => id)).toEqual([back]);
  expect(rows).toHaveLength(FRAMES - 2);
  const labels = (label: string) => rows.filter(([, , each]) => each === label).length;
  expect([labels('good') + labels('bad'), new Set(rows.map(([set]) => set)).size]).toEqual([FRAMES - 2, 3]);

  // Every number matches the records: every fifth of the 50 is bad, including the first of the two that were
  // rejected.
  const gone = images.findIndex(({ id }) => id === trashed.find((each) => each !== back));
  const bads = Array.from({ length: FRAMES }, (_, at) => at).filter(
    (at) => at % 5 === 0 && at !== gone,
  ).length;
  await eventually(async () => {
    expect(await shownCounters(stage.stack, dataset)).toEqual({
      images: FRAMES - 1,
      tag: { [good]: [FRAMES - 1 - bads, 0], [bad]: [bads, 0] },
    });
    const more = await shownMore(stage.stack, dataset);
    expect([more.unlabelled, more.sets]).toEqual([
      0,
      { TRAIN: 0, TEST: 0, VALIDATION: 0, PREDETERMINED: FRAMES - 2, REVIEW: 1 },
    ]);
  });
  const [listed] = (await curl('GET', '/dataset')).datasets;
  expect(listed).toMatchObject({ id: dataset, imageCounter: FRAMES - 1 });
  expect((await curl('GET', `/monitor/${monitor}/keys`)).data.keys).toEqual([
    {
      hash: expect.any(String),
      made: expect.any(Number),
      by: 'maker',
      holder: expect.any(String),
      lastUsed: new Date().toISOString().slice(0, 10),
    },
  ]);
});

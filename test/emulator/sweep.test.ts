/**
 * `npm run sweep`: leftovers created by the test are found, printed and repaired; everything else is not changed.
 * @covers Contract 9 counters by set, unlabelled, timeline
 * @covers Contract 8 Grants: an upgrade admits what is in use
 * @covers Contract 8 ids are never given twice; a deleted monitor leaves no live state
 * @covers Contract 11 versions are made, listed, finished after a kill; one moment; masks of old versions stay
 * @covers Leftovers of died processes
 */
import { FieldValue } from '@google-cloud/firestore';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  call,
  concurrently,
  countedMore,
  countedRecords,
  eventually,
  liveState,
  picture,
  records,
  shownCounters,
  shownMore,
  upload,
} from '../support/factory.ts';
import { objectNames, openStage, place, type Stage } from './image-stage.ts';
import { everything, furnishFrames, runSweep, startSweeps } from './sweep-stage.ts';

let stage: Stage;
let ids: string[];
let sweeps: ReturnType<typeof startSweeps>;

beforeAll(async () => {
  stage = await openStage({ functions: ['monitor'] });
  ids = await furnishFrames(stage);
  // Otherwise it would publish counters by itself within a minute, while a test expects wrong ones.
  await stage.stack.functions.monitor!.kill();
});
afterAll(() => stage?.close());
// Otherwise the process of the last test publishes its repaired counters while the next test has damaged them
// on purpose.
beforeEach(() => {
  sweeps = startSweeps(stage);
});
afterEach(() => sweeps.close());

const sweep = (...options: string[]) => sweeps.sweep(...options);

test('the command: without leftovers nothing is found and nothing changed', async () => {
  const before = await everything(stage);
  const { code, lines, text } = await runSweep(stage, ['--older-than=0s']);
  expect(text).toContain('\nNothing is left over.\n');
  expect([code, lines]).toEqual([0, ['Nothing is left over.']]);
  expect(await everything(stage)).toEqual(before);
});

const line = (kind: string, what: string) => `${kind.padEnd(24)}${what}`;

test('a dataset of an earlier version admits the monitors with keys whose frames go there, once', async () => {
  const { firestore } = stage.stack;
  const dataset = firestore.doc('dataset/bolts');
  const grants = (await dataset.get()).get('monitors');
  await dataset.update({ monitors: FieldValue.delete() });
  for (const id of ['line-1', 'line-2'])
    await firestore
      .doc(`deviceKey/${id}`)
      .set({ monitor: firestore.doc(`monitor/${id}`), created: new Date() });
  const what = line('admits no monitor', 'dataset/bolts (in use: line-1)');
  expect((await sweep('--dry-run')).lines).toContain(what);
  expect((await dataset.get()).get('monitors')).toBeUndefined();
  expect((await sweep()).lines).toContain(what);
  expect((await dataset.get()).get('monitors')).toEqual({
    'line-1': { by: 'owner', at: expect.anything(), born: '' },
  });
  // Whom somebody has dismissed stays away.
  await dataset.update({ 'monitors.line-1': FieldValue.delete() });
  expect((await sweep()).lines).toEqual(['Nothing is left over.']);
  for (const id of ['line-1', 'line-2']) await firestore.doc(`deviceKey/${id}`).delete();
  await dataset.update({ monitors: grants });
});

interface Case {
  name: string;
  /** @returns the expected lines */
  make: () => Promise<string[]>;
  /** How many of them the sweep repairs directly; the others are repaired along with these. */
  repaired?: number;
  /** Checks the repair. */
  check?: () => Promise<void>;
}

const cases: Case[] = [
  {
    name: 'an object without record',
    make: async () => {
      await place(stage, 'dataset/bolts/stray.jpg', await picture(1), null);
      return [line('object without record', 'dataset/bolts/stray.jpg')];
    },
    check: async () => expect(await objectNames(stage)).not.toContain('dataset/bolts/stray.jpg'),
  },
  {
    name: 'an object of a dataset that is gone, and one at the end of the bucket',
    make: async () => {
      await place(stage, 'dataset/gone/stray.jpg', await picture(1), null);
      await place(stage, 'dataset/漏れ/stray.webp', await picture(2), null);
      return [
        line('object without record', 'dataset/gone/stray.jpg'),
        line('object without record', 'dataset/漏れ/stray.webp'),
      ];
    },
  },
  {
    name: 'a mask without record',
    make: async () => {
      const name = `dataset/bolts/${ids[0]}_mask_2.png`;
      await place(stage, name, Buffer.from('mask'), null);
      return [line('mask without record', name)];
    },
    check: async () => expect(await objectNames(stage)).toContain(`dataset/bolts/${ids[0]}_mask_1.png`),
  },
  {
    name: 'masks that a version names stay as long as their image',
    make: async () => {
      const { stack } = stage;
      const named = [ids[0], 'gone'].map((image) => ({ image, name: `dataset/bolts/${image}_mask_7.png` }));
      for (const { name } of named) await place(stage, name, Buffer.from('mask'), null);
      const lines = named.map(({ image, name }) => ({
        image,
        masks: [{ uri: `gs://${stack.bucket}/${name}` }],
      }));
      const text = lines.map((each) => `${JSON.stringify(each)}\n`).join('');
      await place(stage, 'dataset/bolts/version/h.ndjson', Buffer.from(text), null);
      const version = { number: 1, state: 'ready', hash: 'h', counts: {}, parameters: {} };
      await stack.firestore.doc('dataset/bolts/version/1').set(version);
      return [line('mask without record', 'dataset/bolts/gone_mask_7.png')];
    },
    check: async () => {
      expect(await objectNames(stage)).toContain(`dataset/bolts/${ids[0]}_mask_7.png`);
      await stage.bucket.file(`dataset/bolts/${ids[0]}_mask_7.png`).delete();
      await stage.stack.firestore.doc('dataset/bolts/version/1').delete();
    },
  },
  {
    name: 'a detection without image',
    make: async () => {
      await stage.stack.firestore.doc('detection/nobody').set({ generation: '1', found: [] });
      return [line('detection without image', 'detection/nobody')];
    },
    check: async () => expect([...(await records(stage.stack, 'detection')).keys()]).toEqual([ids[0]]),
  },
  {
    name: 'a removal that died before it told the session',
    make: async () => {
      const { stack } = stage;
      const [id] = [...(await records(stack, 'session'))].find(([, { data }]) => data.totalCounter === 6)!;
      await stack.firestore.doc(`session/${id}`).update({ 'data.totalCounter': 7 });
      const removal = { encoded: 'dataset--bolts--x.jpg', dataset: 'bolts', monitor: 'line-1', session: id };
      await stack.firestore.doc('removal/x').set(removal);
      return [
        line('unfinished removal', 'removal/x'),
        line('session total', `session/${id} (7 instead of 6)`),
      ];
    },
    repaired: 1,
    check: async () => expect((await records(stage.stack, 'removal')).size).toBe(0),
  },
  {
    name: 'a session whose total is wrong',
    make: async () => {
      const [id] = [...(await records(stage.stack, 'session'))].find(
        ([, { data }]) => data.totalCounter === 6,
      )!;
      await stage.stack.firestore.doc(`session/${id}`).update({ 'data.totalCounter': 9 });
      return [line('session total', `session/${id} (9 instead of 6)`)];
    },
  },
  {
    name: 'a dataset that shows a wrong number',
    make: async () => {
      await stage.stack.firestore.doc('dataset/bolts').update({ imageCounter: 4 });
      return [line('counters', 'dataset/bolts (4 instead of 6 images)')];
    },
    check: async () => expect((await shownCounters(stage.stack)).images).toBe(6),
  },
  {
    name: 'a tag that shows a wrong number',
    make: async () => {
      await stage.stack.firestore.doc('dataset/bolts/tag/good').update({ annotationCounter: 7 });
      return [line('counters', 'dataset/bolts (6 images, but tags, sets, groups or parts differ)')];
    },
    check: async () => expect(await shownCounters(stage.stack)).toEqual(await countedRecords(stage.stack)),
  },
  {
    name: 'a dataset that shows wrong sets, and one group of its timeline too many',
    make: async () => {
      const dataset = stage.stack.firestore.doc('dataset/bolts');
      await dataset.update({ 'sets.TEST': 2, unlabelledCounter: 3 });
      await dataset.collection('timeline').doc('day-2020-01-01').set({ imageCounter: 1 });
      return [line('counters', 'dataset/bolts (6 images, but tags, sets, groups or parts differ)')];
    },
    check: async () => expect(await shownMore(stage.stack)).toEqual(await countedMore(stage.stack)),
  },
  {
    name: 'a group of the timeline that has lost an image',
    make: async () => {
      const [group] = (await stage.stack.firestore.collection('dataset/bolts/timeline').get()).docs;
      await group!.ref.update({ imageCounter: 5, first: 0 });
      return [line('counters', 'dataset/bolts (6 images, but tags, sets, groups or parts differ)')];
    },
    check: async () => expect(await shownMore(stage.stack)).toEqual(await countedMore(stage.stack)),
  },
  {
    name: 'counter parts that lead away from the records',
    make: async () => {
      await stage.stack.firestore.doc('dataset/bolts/counter/lost').set({ images: 3 });
      return [line('counters', 'dataset/bolts (6 images, but tags, sets, groups or parts differ)')];
    },
  },
  {
    name: 'live states: a total, a status, a session, an image that is gone, one of no monitor, one of a deleted monitor',
    make: async () => {
      const { database, namespace } = stage.stack;
      const all = database.dump()[namespace] as { monitor: Record<string, object> };
      const monitor = {
        'line-1': { ...all.monitor['line-1'], totalCounter: 77, image: { id: 'nobody', imageData: 'x' } },
        'line-2': { status: true, session: 'nonsense', totalCounter: 0 },
        '%2E%24gone': { status: false, session: '' },
        used: { status: false, session: '' },
      };
      await stage.stack.firestore.doc('monitor/used').set({ deleted: { gone: true } });
      database.load(namespace, { ...all, monitor });
      return [
        line('live state', 'monitor/line-1 (total 77 instead of 0)'),
        line('live state', 'monitor/line-1 (shows an image that is gone)'),
        line('live state', 'monitor/line-2 (status true)'),
        line('live state', 'monitor/.$gone (of no monitor)'),
        line('live state', 'monitor/used (of no monitor)'),
      ];
    },
    check: async () => {
      expect(liveState(stage.stack, 'line-1')).toMatchObject({ status: false, totalCounter: 0 });
      expect(liveState(stage.stack, 'line-1').image).toBeUndefined();
      expect(liveState(stage.stack, 'line-2')).toMatchObject({ status: false, session: '' });
      expect(liveState(stage.stack, '%2E%24gone')).toBeUndefined();
      expect(liveState(stage.stack, 'used')).toBeUndefined();
    },
  },
];

test('a record without its file stays with its labels, marked until the file is back', async () => {
  const { stack, bucket } = stage;
  const [id = ''] = ids;
  const file = bucket.file(`dataset/bolts/${id}.jpg`);
  const [bytes] = await file.download();
  const image = stack.firestore.doc(`image/${id}`);
  const { lost: _, ...before } = (await image.get()).data()!;
  await file.delete();
  const what = line('record without object', `image/${id} (gs://${stack.bucket}/dataset/bolts/${id}.jpg)`);
  for (const options of [['--dry-run'], [], ['--force']]) {
    const { lines } = await sweep(...options, '--older-than=0s');
    expect(lines).toContain(what);
    expect(lines).toContainEqual(expect.stringMatching(/^1 image has no file. Records and labels stay/));
    const { lost, ...fields } = (await image.get()).data()!;
    expect([lost, fields]).toEqual([options[0] === '--dry-run' ? undefined : true, before]);
  }
  expect((await sweep('--older-than=0s')).code).toBe(1);
  await file.save(bytes, { resumable: false });
  expect((await sweep('--older-than=0s')).lines).toContain(line('file found again', `image/${id}`));
  expect((await image.get()).data()).toEqual(before);
  expect((await sweep('--older-than=0s')).lines).toEqual(['Nothing is left over.']);
});

test('with --remove-lost it is removed, and was never counted', async () => {
  const { stack, bucket } = stage;
  await stack.functions.monitor!.restart();
  await call(stack, '/monitor/line-1/start');
  const { id } = (await upload(stack, 100)).body.data;
  await call(stack, '/monitor/line-1/stop');
  await eventually(async () => expect(await shownCounters(stack)).toEqual(await countedRecords(stack)));
  await stack.functions.monitor!.kill();
  await bucket.file(`dataset/bolts/${id}.jpg`).delete();
  const { lines } = await sweep('--remove-lost', '--older-than=0s');
  expect(lines).toEqual([
    line('record without object', `image/${id} (gs://${stack.bucket}/dataset/bolts/${id}.jpg)`),
    '1 left over, 1 repaired.',
  ]);
  expect([...(await records(stack, 'image')).keys()].sort()).toEqual([...ids].sort());
  expect(await shownCounters(stack)).toEqual(await countedRecords(stack));
  const totals = [...(await records(stack, 'session')).values()].map(({ data }) => data.totalCounter);
  expect(totals.sort()).toEqual([0, 6]);
  expect(liveState(stack, 'line-1')).toMatchObject({ totalCounter: 0 });
});

describe('found by a dry run that changes nothing, then repaired; a second run finds nothing', () => {
  test.each(cases)('$name', async ({ make, repaired, check }) => {
    const expected = await make();
    const count = repaired ?? expected.length;
    const before = await everything(stage);
    const dry = await sweep('--dry-run', '--older-than=0s');
    expect(dry.lines.slice(0, -1).sort()).toEqual([...expected].sort());
    expect(dry.lines.at(-1)).toBe(`${expected.length} left over, nothing changed (--dry-run).`);
    expect(await everything(stage)).toEqual(before);

    const wet = await sweep('--older-than=0s');
    expect([wet.code, wet.lines.at(-1)]).toEqual([0, `${count} left over, ${count} repaired.`]);
    expect(wet.lines.slice(0, -1).sort()).toEqual(expected.slice(0, count).sort());
    await check?.();
    expect((await sweep('--older-than=0s')).lines).toEqual(['Nothing is left over.']);
  });
});

describe('not changed', () => {
  test('a new object, whose record may follow', async () => {
    const { name } = await place(stage, 'dataset/bolts/young.jpg', await picture(1), null);
    expect((await sweep()).lines).toEqual(['Nothing is left over.']);
    expect((await sweep('--older-than=59m')).lines).toEqual(['Nothing is left over.']);
    await stage.bucket.file(name).delete();
  });

  test('a new tombstone, which a function may still be processing', async () => {
    const removal = stage.stack.firestore.doc('removal/young');
    await removal.set({ encoded: 'x', dataset: 'bolts', monitor: null, session: '' });
    expect((await sweep()).lines).toEqual(['Nothing is left over.']);
    await removal.delete();
  });
});

describe('what looks like the wrong project', () => {
  const strays = Array.from({ length: 30 }, (_, index) => `dataset/flood/${index}.jpg`);

  beforeEach(async () => {
    for (const name of strays) await place(stage, name, Buffer.from('x'), null);
  });

  test('is not removed, but listed by a dry run and removed with --force', async () => {
    const refused = await sweep('--older-than=0s');
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('are bucket and database of the same project?');
    expect(await objectNames(stage)).toEqual(expect.arrayContaining(strays));
    expect((await sweep('--dry-run', '--older-than=0s')).lines).toHaveLength(31);
    expect((await sweep('--force', '--older-than=0s')).lines.at(-1)).toBe('30 left over, 30 repaired.');
    expect(await objectNames(stage)).not.toEqual(expect.arrayContaining(strays.slice(0, 1)));
  });
});

test('more than a page of each: all are paired, and the only orphan is found', async () => {
  const { stack } = stage;
  const numbers = Array.from({ length: 1010 }, (_, index) => String(index).padStart(4, '0'));
  await concurrently(numbers.length, 16, async (index) => {
    // Without the client, which takes longer for each than the server does.
    const name = encodeURIComponent(`dataset/other/${numbers[index]}.jpg`);
    const address = `http://${stack.addresses.storage}/upload/storage/v1/b/${stack.bucket}/o?uploadType=media&name=${name}`;
    expect((await fetch(address, { method: 'POST', body: 'x' })).status).toBe(200);
  });
  const writer = stack.firestore.bulkWriter();
  for (const number of numbers.slice(1)) {
    const uri = `gs://${stack.bucket}/dataset/other/${number}.jpg`;
    void writer.set(stack.firestore.doc(`image/${number}`), { uri, dataset: 'dataset/other', session: '' });
    void writer.set(stack.firestore.doc(`detection/${number}`), { generation: '1', found: [] });
    void writer.set(stack.firestore.doc(`session/${number}`), {
      stop: new Date(),
      data: { totalCounter: 0 },
    });
  }
  void writer.set(stack.firestore.doc('detection/zzz'), { generation: '1', found: [] });
  await writer.close();
  expect((await sweep('--dry-run', '--older-than=0s')).lines).toEqual([
    line('object without record', 'dataset/other/0000.jpg'),
    line('detection without image', 'detection/zzz'),
    line('counters', 'dataset/other (0 instead of 1009 images)'),
    '3 left over, nothing changed (--dry-run).',
  ]);
});

test('the command: an unknown option or an invalid age is reported in one sentence', async () => {
  const sweep = (...options: string[]) => runSweep(stage, options);
  expect(await sweep('--older-than=soon')).toMatchObject({
    code: 1,
    text: '--older-than must be like 90m, 1h or 2d, not "soon".\n',
  });
  expect((await sweep('--nonsense')).text).toContain('npm run sweep has no option --nonsense');
  expect((await sweep('--help')).text).toContain('--dry-run');
});

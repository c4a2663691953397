/**
 * An outage with Node-RED killed in the middle, audited against what the node acknowledged (Contract 10, 13). `LONG=1`: 36,000
 * frames, or `FRAMES`, and 50 kills. `NODE_RED=node-red-2` runs it in Node-RED 2.2.
 * @covers Contract 10, 13 an outage with Node-RED killed in the middle loses and doubles nothing
 * @covers Contract 14 predictions of a flow are spooled like frames: after an outage the run has each once
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/sightline.ts';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import { deviceKey } from '../support/device-key.ts';
import { concurrently, eventually, liveState, picture, sha256, untilNoneIsLeft } from '../support/factory.ts';
import { BOOT, LONG_TEST } from '../support/limits.ts';
import { type Line, type NodeRed, openLine, startNodeRed } from './stage.ts';

const [FRAMES, KILLS] = process.env.LONG ? [Number(process.env.FRAMES ?? 36_000), 50] : [400, 5];
const EXAMPLES = resolve(import.meta.dirname, '../../flow-nodes/examples');
/** Frames before and after the outage. */
const UP = 50;
/** Milliseconds between two frames of the camera that goes on while what has waited is sent. */
const LIVE_EVERY = 1000;
const WITHIN = process.env.LONG ? 14_400_000 : LONG_TEST;
const CAMERAS = 6;

interface StoredImage {
  id: string;
  name: string;
  session: string;
  /** Unix milliseconds, as the camera said. */
  date: number;
  createdDate: Timestamp;
}

let line: Line;
let red: NodeRed;

beforeAll(async () => {
  line = await openLine({ RATE_UPLOAD: 'off' });
  expect((await (await runs()).make({ name: 'Line 1', live: true })).number).toBe(1);
  red = await startNodeRed(process.env.NODE_RED ?? 'node-red', line);
}, BOOT);

afterAll(async () => {
  await red?.close();
  await line?.close();
});

/** For a job that is an editor of the dataset that the camera sends to. */
async function runs() {
  const { baseUrl, firestore } = line.stack;
  const token = `sld_${'j'.repeat(43)}`;
  const rights = { dataset: firestore.doc('dataset/bolts'), name: 'Job', role: 'editor', holder: 'owner' };
  await firestore
    .doc(`datasetKey/${sha256(Buffer.from(token))}`)
    .set({ ...rights, created: new Date(), createdBy: 'owner' });
  return new Sightline({ baseUrl, token: () => token }).datasets('bolts').runs;
}

/** Without thumbnails: these are many records. */
const images = async (prefix: string) => {
  const named = line.stack.firestore.collection('image').select('name', 'session', 'date', 'createdDate');
  const found = (await named.get()).docs.map((each) => ({ id: each.id, ...each.data() })) as StoredImage[];
  return found.filter(({ name }) => name.startsWith(prefix));
};

/** Frames that wait on the disk. The service has enough to do without being asked. */
async function waiting(): Promise<number> {
  // Listing thousands of files takes longer than sending some.
  await new Promise((done) => setTimeout(done, FRAMES / 20));
  const names = await readdir(join(red.userDirectory, 'sightline/monitor/queue'), { recursive: true });
  return names.filter((name) => name.endsWith('.frame')).length;
}

/** Node-RED answers before it has loaded its flows. An order that is given twice is done once. */
const order = (what: 'start' | 'stop') =>
  eventually(async () => {
    const answer = await red.post(`/session?order=${what}`);
    expect(answer?.status).toBe(200);
    return answer;
  });

describe('An outage', () => {
  /** The clock of the cameras: a frame a second, the last one now. Later ones are dated when they are captured. */
  const first = Date.now() - FRAMES * 1000;
  const dateOf = (number: number) => (number < FRAMES ? first + number * 1000 : Date.now());
  const acknowledged = new Map<string, string>();
  let session = '';

  /** A camera that sends the same frame until the node acknowledges it. */
  async function capture(number: number): Promise<void> {
    const date = dateOf(number);
    const query = `date=${date}&name=frame-${number}.jpg`;
    for (;;) {
      const answer = await red.post(`/frame?${query}`, await picture(number));
      if (answer?.status === 200) {
        acknowledged.set(`frame-${number}.jpg`, (answer.body as { session: string }).session);
        break;
      }
      expect(answer?.body ?? '').toEqual(answer === undefined ? '' : expect.stringContaining('Cannot POST'));
      await new Promise((done) => setTimeout(done, 50));
    }
    if (number % 10 !== 0) return;
    await red.post(`/plain?date=${date}&name=plain-${number}.jpg`, await picture(number));
  }

  const captureFrom = (from: number, to: number) =>
    concurrently(to - from, CAMERAS, (index) => capture(from + index));

  /** Captures until nothing waits any more. */
  async function captureLive(): Promise<void> {
    const drained = new AbortController();
    const camera = (async () => {
      for (let number = FRAMES; !drained.signal.aborted; number += 1) {
        await capture(number);
        await new Promise((done) => setTimeout(done, LIVE_EVERY));
      }
    })();
    await untilNoneIsLeft(waiting).finally(() => drained.abort());
    await camera;
  }

  test(
    `of ${FRAMES} frames with ${KILLS} kills, then 1 answer in 10 lost: nothing lost, nothing doubled, one session`,
    async () => {
      const started = await order('start');
      session = (started?.body as { id: string } | undefined)?.id ?? '';
      await captureFrom(0, UP);
      await eventually(() =>
        expect(liveState(line.stack, 'line-1')).toMatchObject({ status: true, session }),
      );
      // What a flow does between two nodes is in memory: no kill may come before the predictions are on disk.
      await eventually(async () => expect((await red.seen()).said).toHaveLength(UP));
      line.is = 'down';
      const end = FRAMES - UP;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const part = (number: number) => UP + Math.floor(((end - UP) * number) / KILLS);
        const capturing = captureFrom(part(kill), part(kill + 1));
        // In the middle of a part, while several frames are being written.
        await eventually(() => expect(acknowledged.size).toBeGreaterThan(part(kill + 0.5)));
        await red.kill();
        await red.start();
        await capturing;
      }
      expect((await images('frame-')).length).toBeLessThanOrEqual(UP);
      line.is = 'lossy';
      await captureFrom(end, FRAMES);
      await captureLive();
      await untilNoneIsLeft(waiting);
      expect((await order('stop'))?.body).toMatchObject({ running: false });
      await eventually(() => expect(liveState(line.stack, 'line-1')).toMatchObject({ status: false }));
      const found = await images('frame-');
      expect(found.map(({ name }) => name).toSorted()).toEqual([...acknowledged.keys()].toSorted());
      expect(new Set(found.map((each) => each.session))).toEqual(new Set([session]));
      expect(new Set([...acknowledged.values()].map((name) => `line-1.${name}`))).toEqual(new Set([session]));
    },
    WITHIN,
  );

  test('the session has its start, its stop and its count', async () => {
    await eventually(async () => {
      await triggerScheduled(line.stack.functions.counters!);
      const record = (await line.stack.firestore.doc(`session/${session}`).get()).data();
      expect([record?.start.toMillis(), record?.data.totalCounter]).toEqual([dateOf(0), acknowledged.size]);
      expect(record?.stop.toMillis()).toBeGreaterThanOrEqual(dateOf(FRAMES - 1));
    });
  });

  test('frames that are captured while the others are sent do not wait for them', async () => {
    const found = await images('frame-');
    const isLive = ({ name }: StoredImage) => Number(/\d+/.exec(name)?.[0]) >= FRAMES;
    const live = found.filter(isLive);
    const storedAt = ({ createdDate }: StoredImage) => createdDate.toMillis();
    const ages = live.map((each) => storedAt(each) - each.date).toSorted((one, other) => one - other);
    const [half, most] = [0.5, 0.95].map((share) => ages[Math.floor(share * (ages.length - 1))]);
    process.stdout.write(`age of ${ages.length} live frames: ${half} ms, p95 ${most} ms\n`);
    const last = Math.max(...found.filter((each) => !isLive(each)).map(storedAt));
    expect(live.filter((each) => storedAt(each) < last).length).toBeGreaterThan(0);
  });

  test('the same flow with plain http request nodes has lost every frame of the outage', async () => {
    const numbers = (await images('plain-')).map(({ name }) => Number(/\d+/.exec(name)?.[0]));
    const isAtOutage = (number: number) => number >= UP && number < FRAMES - UP;
    expect(numbers.filter((number) => !isAtOutage(number)).length).toBeGreaterThan(0);
    expect(numbers.filter(isAtOutage)).toEqual([]);
  });

  test('the run has what the model of the flow said of each frame, once', async () => {
    const mine = await runs();
    await mine.close(1);
    const lines = (await new Response((await mine.export(1, 'ndjson')).stream).text()).trim().split('\n');
    const box = [0.25, 0.25, 0.5, 0.5];
    const wanted = (await images('frame-')).map(({ id: image, name }) => ({
      image,
      predictions: Number(/\d+/.exec(name)) % 2 === 1 ? [{ tag: 'bad', score: 0.75, box }] : [],
    }));
    expect(lines.map((each) => JSON.parse(each))).toEqual(
      wanted.toSorted((one, other) => (one.image < other.image ? -1 : 1)),
    );
    const { said } = await red.seen();
    expect(said).toContainEqual({ ...said[0], run: 1, camera: 'north' });
  });

  test('nothing waits any more, and nothing was refused', async () => {
    expect(await waiting()).toBe(0);
    expect(await readdir(join(red.userDirectory, 'sightline/monitor/refused'))).toEqual([]);
  });
});

describe('A flow', () => {
  test('hears of each frame: on disk, in the service, refused, complete, catch and status', async () => {
    line.is = 'up';
    const spooled = await red.post('/frame?date=1790000000000&name=good.jpg', await picture(7));
    expect(spooled).toEqual({
      status: 200,
      body: { date: 1_790_000_000_000, name: 'good.jpg', session: '' },
    });
    expect(
      (await red.post('/frame?date=1790000000000&name=bad.jpg', Buffer.from('no picture')))?.status,
    ).toBe(422);
    await red.post('/frame?date=1790000000000&name=gone.jpg&dataset=gone', await picture(8));
    await eventually(async () => {
      const seen = await red.seen();
      const [image] = await images('good.jpg');
      const { length: size } = await picture(7);
      expect(seen.stored).toContainEqual({ id: image?.id, name: 'good.jpg', camera: 'north', size });
      expect(seen.refused).toContainEqual({
        reason: 'Error: Dataset with ID "gone" not found',
        status: 404,
        name: 'gone.jpg',
      });
      expect(seen.completed).toEqual(expect.arrayContaining(['good.jpg', 'gone.jpg']));
      expect(seen.completed).not.toContain('bad.jpg');
      // The picture of the upload node, and what the model said after its run was closed.
      expect(new Set(seen.caught)).toEqual(
        new Set([
          'msg.payload is not a JPEG, PNG or WebP picture (Buffer, base64 or data URI)',
          'Run "1" is not open: ready',
        ]),
      );
      expect(seen.shown.some((text) => /^upload: \d+ sent, 1 refused$/.test(text))).toBe(true);
    });
  });

  test('says that its key was revoked, keeps the frames, and sends them with a new key', async () => {
    const { stdout } = await deviceKey(line.stack, 'list', '--monitor', 'line-1');
    const [hash = ''] = /[0-9a-f]{12,}/.exec(stdout) ?? [];
    await deviceKey(line.stack, 'revoke', '--monitor', 'line-1', '--key', hash);
    // A key that was in use works for some seconds after it was revoked (SECURITY.md).
    await eventually(async () => {
      const bytes = await picture(0);
      const sent = new Sightline({ baseUrl: line.front.baseUrl, deviceKey: line.key })
        .monitors('line-1')
        .upload(bytes, { name: 'probe.jpg' });
      await expect(sent).rejects.toMatchObject({ status: 401 });
    });
    expect((await red.post('/frame?date=1790000001000&name=held.jpg', await picture(9)))?.status).toBe(200);
    await eventually(async () => {
      const { shown } = await red.seen();
      expect(shown.at(-1)).toMatch(/^upload: Monitor not found or access denied · 1 waiting/);
    });
    expect(await images('held')).toEqual([]);
    const old = line.key;
    line.key = (await deviceKey(line.stack, 'create', '--monitor', 'line-1')).stdout.split('\n')[0] as string;
    const { flows } = (await (
      await fetch(`${red.url}/flows`, { headers: { 'Node-RED-API-Version': 'v2' } })
    ).json()) as {
      flows: { id: string; credentials?: object }[];
    };
    await red.deploy(
      flows.map((each) => (each.id === 'monitor' ? { ...each, credentials: { key: line.key } } : each)),
    );
    await eventually(async () => expect(await images('held')).toHaveLength(1));
    // A frame that is sent leaves the folder while it is read.
    await eventually(() => expectNowhere([old, line.key]));
  });

  /** Everything that the nodes write or show; the plain flow has the first key in its text, as flows without credentials do. */
  async function expectNowhere(keys: string[]): Promise<void> {
    const exported = await (await fetch(`${red.url}/flows`)).json();
    const places = [
      red.output(),
      JSON.stringify(await red.seen()),
      JSON.stringify((exported as { id: string }[]).filter(({ id }) => id !== 'plain')),
      ...(await textsIn(red.userDirectory)),
    ];
    for (const key of keys) expect(places.filter((text) => text.includes(key))).toEqual([]);
  }

  async function textsIn(folder: string): Promise<string[]> {
    const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
      (each) => each.isFile() && !each.parentPath.includes('node_modules'),
    );
    return Promise.all(
      names.map(async (each) => {
        const text = await readFile(join(each.parentPath, each.name), 'latin1');
        if (!/^\.?flows\.json/.test(each.name)) return text;
        return JSON.stringify((JSON.parse(text) as { id: string }[]).filter(({ id }) => id !== 'plain'));
      }),
    );
  }
});

describe('An example of the import menu uploads, in the session that it keeps running', () => {
  type Fields = Record<string, unknown> & { type: string };

  /** Deployed as a newcomer does: address, key and the place of the pictures are entered. */
  async function deployExample(name: string, entered: Record<string, object>): Promise<void> {
    const text = await readFile(join(EXAMPLES, `${name}.json`), 'utf8');
    const monitor = { address: line.front.baseUrl, credentials: { key: line.key } };
    const given: Record<string, object> = { 'sightline-monitor': monitor, ...entered };
    line.is = 'up';
    await red.deploy((JSON.parse(text) as Fields[]).map((each) => ({ ...each, ...given[each.type] })));
  }

  async function expectStored(isMine: (image: StoredImage) => boolean): Promise<void> {
    const { session: running } = liveState(line.stack, 'line-1') ?? {};
    expect(running).toMatch(/./);
    expect((await images('')).filter(isMine).map((each) => each.session)).toContain(running);
  }

  test('the example "HTTP snapshot camera" stores the pictures of its camera', async () => {
    const before = new Set((await images('')).map(({ id }) => id));
    const bytes = await picture(5);
    const camera = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes);
    });
    await new Promise<void>((done) => camera.listen(0, '127.0.0.1', done));
    const { port } = camera.address() as AddressInfo;
    await deployExample('HTTP snapshot camera', {
      'http request': { url: `http://127.0.0.1:${port}/snapshot.jpg` },
    });
    await eventually(() => expectStored(({ id }) => !before.has(id)));
    await red.deploy([]);
    camera.closeAllConnections();
    camera.close();
  });

  test('the example "Folder" stores the pictures that appear in its folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sightline-pictures-'));
    await deployExample('Folder', { watch: { files: folder } });
    let number = 0;
    await eventually(async () => {
      // Another one each time: the node says nothing when it begins to watch.
      await writeFile(join(folder, `part-${number}.jpg`), await picture(number++));
      await writeFile(join(folder, 'notes.txt'), 'no picture');
      await expectStored(({ name }) => /^part-\d+\.jpg$/.test(name));
    });
    expect((await images('notes')).length).toBe(0);
    await red.deploy([]);
    await rm(folder, { recursive: true });
  });
});

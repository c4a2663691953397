/**
 * Contract 16: messages of hooks are delivered at least once and in order, whatever the receiver does, and go to no private
 * address. Here they are delivered by this process, with a clock of its own.
 * @covers Contract 16 hooks: nothing is lost to a receiver that fails, hangs and is killed, nor to a process that is; ids unique, order kept
 * @covers Contract 16 hooks: a receiver that is gone costs at most 50 attempts in a day; then the hook is failing, and keeps its messages
 * @covers Contract 16: a camera that is silent or slow is told once within its gap plus a minute, and once when it is back, whoever looks
 * @covers Contract 16 hooks: addresses are judged at connection time; redirects are not followed
 */
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { WriteBatch } from 'firebase-admin/firestore';
import { Random } from '../../emulators/scenes/random.ts';
import type { EventType } from '../../functions/src/common/hooks/hook-ports.ts';
import { leaseFirestore } from '../support/firestore.ts';
import { type HookReceiver, startHookReceiver } from '../support/hook-receiver.ts';
import { LONG_TEST, TEST } from '../support/limits.ts';
import { SEED } from '../support/seed.ts';

const ADAPTERS = '../../functions/src/common/adapters';
const COUNT = process.env.LONG ? 10_000 : 150;
/** Messages that are written while others are delivered. */
const TOGETHER = 30;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let release: () => Promise<void>;
let receiver: HookReceiver;
// biome-ignore lint/suspicious/noExplicitAny: adapters, which are loaded when the environment is set
let parts: any;
/** Pauses take no time here: the clock jumps. */
let time = 0;
const clock = {
  now: () => time,
  after(milliseconds: number, call: () => void) {
    time += milliseconds;
    setImmediate(call);
    return () => {};
  },
};

beforeAll(async () => {
  const lease = await leaseFirestore();
  release = lease.release;
  Object.assign(process.env, {
    FIRESTORE_EMULATOR_HOST: lease.address,
    GCLOUD_PROJECT: `demo-hooks-${process.pid}`,
    HOOK_ALLOWED_HOSTS: '127.0.0.1,169.254.169.254',
  });
  const [
    { hooks, endHooks },
    { outbox },
    { addMessages },
    { cameras },
    { sessions },
    { monitors },
    { postWithin },
    { firestore },
    { deliverMessages },
    { watchCameras },
  ] = await Promise.all([
    import(`${ADAPTERS}/firestore/hooks/hooks.ts`),
    import(`${ADAPTERS}/firestore/hooks/outbox.ts`),
    import(`${ADAPTERS}/firestore/hooks/add-message.ts`),
    import(`${ADAPTERS}/firestore/hooks/cameras.ts`),
    import(`${ADAPTERS}/firestore/sessions/sessions.ts`),
    import(`${ADAPTERS}/firestore/records/monitors.ts`),
    import(`${ADAPTERS}/post.ts`),
    import(`${ADAPTERS}/firebase.ts`),
    import('../../functions/src/common/hooks/deliver-messages.ts'),
    import('../../functions/src/common/hooks/watch-cameras.ts'),
  ]);
  parts = {
    hooks,
    endHooks,
    outbox,
    addMessages,
    cameras,
    sessions,
    monitors,
    postWithin,
    firestore,
    deliverMessages,
    watchCameras,
  };
});
afterAll(async () => {
  await parts?.firestore().terminate();
  await release?.();
});
beforeEach(() => {
  time = Date.now();
});

/** The right of whoever owns everything here. */
const OWNER = { by: 'owner', judge: () => 'owner' };
const of = (id: string) => ({ kind: 'dataset', id });
const placeOf = (dataset: string, hook: string) => ({ owner: of(dataset), hook });

/** A dataset with a hook, and its receiver. */
async function open(dataset: string, events: EventType[] = ['run.ready']): Promise<string> {
  await parts.firestore().doc(`dataset/${dataset}`).set({ name: dataset, owner: 'owner' });
  receiver = await startHookReceiver(clock.now);
  const made = await parts.hooks.create(of(dataset), { url: receiver.url, events, name: '' }, OWNER);
  receiver.secret = made.secret;
  return made.hook;
}

async function tell(dataset: string, subject: number, type: EventType = 'run.ready') {
  const batch = parts.firestore().batch();
  await parts.addMessages(of(dataset), { type, subject, data: { number: subject } }, batch);
  await batch.commit();
}

/** The scheduled function's call. @param more other means */
const deliver = (more: object = {}) =>
  parts.deliverMessages({ end: time + 30_000 }, { clock, post: parts.postWithin(300), ...more });
const found = (dataset: string, hook: string) => parts.hooks.find(placeOf(dataset, hook));
const told = () => receiver.received.map(({ data }) => data.number);
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test(
  'nothing is lost to a receiver that fails, hangs and is killed, nor to processes that are; the order is kept',
  async () => {
    const hook = await open('trouble');
    const random = new Random(SEED);
    receiver.mood = () => {
      const chance = random.next();
      if (chance < 0.3) return [500, 404, 302, 'cut', 'lost'].at(Math.floor(chance * 16)) as 500;
      return chance < 0.35 ? 'hang' : 200;
    };
    let written = 0;
    // A record takes about one write a second: messages that never pause would keep their deliverer from the hook.
    const writeSome = async () => {
      for (const end = Math.min(COUNT, written + TOGETHER); written < end; ) await tell('trouble', ++written);
    };
    const kills = [0.2, 0.5, 0.8].map((share) => Math.floor(share * COUNT));
    const isLeft = async () =>
      written < COUNT || (await parts.outbox.next(placeOf('trouble', hook))) !== null;
    for (let rounds = 0; (await isLeft()) && rounds < 100 * COUNT; rounds += 1) {
      if (kills[0] !== undefined && new Set(told()).size >= kills[0]) {
        kills.shift();
        await receiver.kill();
        await deliver();
        await receiver.restart();
        // A process that has claimed the hook, and has died.
        time += MINUTE;
        await parts.outbox.claim(placeOf('trouble', hook), time);
      }
      // Two at once: only one of them has the hook.
      await Promise.all([writeSome(), deliver(), deliver()]);
      time += MINUTE;
    }
    expect([...new Set(told())]).toEqual(upTo(COUNT));
    const ids = new Map(receiver.received.map(({ id, data }) => [id, data.number]));
    expect(ids.size).toBe(COUNT);
    expect([...ids.keys()].every((id) => id.startsWith(`${hook}-run-ready-`))).toBe(true);
    expect(receiver.forged).toBe(0);
    expect(kills).toEqual([]);
    await deliver();
    expect(await queuedOf('trouble', hook)).toBeUndefined();
    expect((await found('trouble', hook)).deliveries).toHaveLength(50);
    await receiver.kill();
  },
  process.env.LONG ? 2 * LONG_TEST : TEST,
);

const queuedOf = async (dataset: string, hook: string) =>
  (await parts.firestore().doc(`dataset/${dataset}/hook/${hook}`).get()).get('queued');

test('a receiver that is gone for a day costs at most 50 attempts; its hook is failing, and told everything once it is tried again', async () => {
  const hook = await open('gone');
  await receiver.kill();
  let attempts = 0;
  const counting = {
    post: async (...sent: [string, object, string]) => {
      attempts += 1;
      return parts.postWithin(300)(...sent);
    },
  };
  const began = time;
  for (let number = 1; time < began + 1.5 * DAY; time += 5 * MINUTE) {
    if (number <= 20) await tell('gone', number++);
    await deliver(counting);
  }
  expect(attempts).toBeLessThanOrEqual(50);
  expect(attempts).toBeGreaterThan(24);
  const { failing, deliveries } = await found('gone', hook);
  expect(failing).toEqual(expect.any(Number));
  expect(deliveries[0].at - began).toBeGreaterThan(DAY - 90 * MINUTE);
  expect(deliveries[0]).toMatchObject({ type: 'run.ready', answered: null, problem: 'connection' });
  await tell('gone', 21);
  await receiver.restart();
  await deliver(counting);
  expect(told()).toEqual([]);
  expect(await parts.hooks.change(placeOf('gone', hook), {}, OWNER)).toBe(true);
  await deliver(counting);
  expect(told()).toEqual(upTo(21));
  expect((await found('gone', hook)).failing).toBeNull();
  await receiver.kill();
});

test('a hook that cannot keep up loses its oldest messages, and says how many', async () => {
  const hook = await open('full');
  const events = parts.firestore().collection(`dataset/full/hook/${hook}/event`);
  // 999 wait, of which the first is the oldest.
  const writer = parts.firestore().bulkWriter();
  for (const number of upTo(999))
    writer.set(events.doc(`waiting-${number}`), { type: 'run.ready', body: '{}', at: new Date(number) });
  await writer.close();
  const count = async () => (await events.count().get()).data().count;
  for (const number of upTo(3)) await tell('full', number);
  expect(await count()).toBe(1_000);
  expect((await found('full', hook)).dropped).toBe(2);
  expect((await parts.outbox.next(placeOf('full', hook))).id).toBe('waiting-3');
  // Two commits at once drop a message each, not the same one twice.
  const batch = parts.firestore().batch();
  await parts.addMessages(of('full'), { type: 'run.ready', subject: 5, data: {} }, batch);
  await tell('full', 4);
  await expect(batch.commit()).rejects.toThrow();
  expect(await count()).toBe(1_000);
  expect((await found('full', hook)).dropped).toBe(3);
  await parts.hooks.remove(placeOf('full', hook), OWNER);
  await receiver.kill();
});

test('a message that comes while the last one is being delivered is not forgotten', async () => {
  const hook = await open('race');
  await tell('race', 1);
  const query = Object.getPrototypeOf(parts.firestore().collection('any').limit(1));
  const { get } = query;
  let empty = 0;
  jest.spyOn(query, 'get').mockImplementation(async function (this: unknown, ...args: unknown[]) {
    const found = await get.apply(this, args);
    // The second time it is about to say that nothing waits.
    if (found.empty && ++empty === 2) await tell('race', 2);
    return found;
  });
  await deliver();
  jest.restoreAllMocks();
  expect(told()).toEqual([1]);
  await deliver();
  expect(told()).toEqual([1, 2]);
  expect(await queuedOf('race', hook)).toBeUndefined();
  await receiver.kill();
});

test('one process has a hook at a time; one that has lost it to another one stops, and undoes nothing', async () => {
  const hook = await open('slow');
  for (const number of upTo(3)) await tell('slow', number);
  const slow = {
    post: async (...sent: [string, object, string]) => {
      const outcome = await parts.postWithin(300)(...sent);
      await deliver();
      expect(told()).toEqual([1]);
      // It was frozen, and another one went on, by one message.
      time += MINUTE;
      await parts.deliverMessages({}, { clock, post: parts.postWithin(300) });
      return outcome;
    },
  };
  await parts.deliverMessages({ end: time + DAY }, { clock, ...slow });
  expect(told()).toEqual([1, 1]);
  await deliver();
  expect(told()).toEqual([1, 1, 2, 3]);
  expect(await parts.outbox.next(placeOf('slow', hook))).toBeNull();
  await receiver.kill();
});

/** Datasets of one owner, each with ten hooks. What they were told is in the order of the hooks that are returned. */
async function openMany(owner: string, datasets: string[], messages: number): Promise<string[]> {
  const hooks: string[] = [];
  for (const dataset of datasets) {
    await parts.firestore().doc(`dataset/${dataset}`).set({ name: dataset, owner });
    for (const number of upTo(10)) {
      const choice = { url: `https://${owner}.test/${number}`, events: ['run.ready'], name: '' };
      hooks.push((await parts.hooks.create(of(dataset), choice, OWNER)).hook);
    }
    for (const number of upTo(messages)) await tell(dataset, number);
  }
  return hooks;
}
const ownerOf = (url: string): string => new URL(url).host.replace('.test', '');

test('receivers of one owner that all hang keep no place from another owner', async () => {
  await openMany('hanging', ['hang-1', 'hang-2'], 1);
  await openMany('prompt', ['prompt-1'], 1);
  const order: string[] = [];
  let come: () => void = () => {};
  const others = new Promise<void>((resolve) => {
    come = resolve;
  });
  await deliver({
    // Nobody answers until the other owner's message has come, or the hanging ones have all places.
    async post(url: string) {
      order.push(ownerOf(url));
      if (ownerOf(url) === 'prompt' || order.length === 8) come();
      await others;
      return { answered: 200, problem: null };
    },
  });
  expect(order.slice(0, 8)).toContain('prompt');
  expect(order).toHaveLength(30);
});

test('whoever was served last is next to last: no hook has a third turn before all have had one', async () => {
  const slow = await openMany('slow', ['slow-1', 'slow-2'], 3);
  const prompt = await openMany('prompt', ['prompt-2'], 1);
  const served: string[] = [];
  const post = async (_url: string, headers: Record<string, string>) => {
    served.push(headers['webhook-id']?.split('-')[0] ?? '');
    // It answers, but takes its time: a call of the scheduled function has time for a few.
    time += 9_000;
    return { answered: 200, problem: null };
  };
  await deliver({ post });
  expect(served.some((hook) => prompt.includes(hook))).toBe(true);
  expect(served.length).toBeLessThan(slow.length);
  for (let calls = 0; served.length < 70 && calls < 70; calls += 1) await deliver({ post });
  // Eight are served at once, in whatever order they are faster.
  expect(new Set(served.filter((hook) => slow.includes(hook)).slice(0, 20 + 7))).toEqual(new Set(slow));
  expect(served).toHaveLength(70);
});

test('what a deleted hook had to tell is deleted, and a hook is told only what it asked for', async () => {
  const hook = await open('deleted', ['version.ready']);
  await tell('deleted', 1);
  await tell('deleted', 1, 'version.ready');
  const events = parts.firestore().collection(`dataset/deleted/hook/${hook}/event`);
  expect((await events.get()).docs.map(({ id }: { id: string }) => id)).toEqual([`${hook}-version-ready-1`]);
  await parts.hooks.remove(placeOf('deleted', hook), OWNER);
  expect((await events.get()).size).toBe(0);
  await deliver();
  expect(receiver.requests).toBe(0);
  await receiver.kill();
});

test('a deletion of a hook that is cut leaves no message without its hook, and goes on when it is asked for again', async () => {
  const hook = await open('cut');
  const record = parts.firestore().doc(`dataset/cut/hook/${hook}`);
  const left = async () => ({
    hook: (await record.get()).exists,
    messages: (await record.collection('event').get()).size,
  });
  const { commit } = Object.getPrototypeOf(parts.firestore().batch()) as WriteBatch;
  await tell('cut', 1);
  let cuts = 0;
  for (; (await left()).hook; cuts += 1) {
    let commits = 0;
    const stopped = jest
      .spyOn(Object.getPrototypeOf(parts.firestore().batch()) as WriteBatch, 'commit')
      .mockImplementation(function (this: WriteBatch) {
        commits += 1;
        return commits > cuts ? Promise.reject(new Error('cut')) : commit.call(this);
      });
    await parts.hooks.remove(placeOf('cut', hook), OWNER).catch(() => {});
    stopped.mockRestore();
    const { hook: isThere, messages } = await left();
    expect(isThere || messages === 0).toBe(true);
  }
  expect(cuts).toBeGreaterThan(1);
  expect(await left()).toEqual({ hook: false, messages: 0 });
  await receiver.kill();
});

test('a hook that has ended is told nothing, not even what a commit that was under way has left', async () => {
  const hook = await open('handed');
  const batch = parts.firestore().batch();
  await parts.addMessages(of('handed'), { type: 'run.ready', subject: 1, data: { name: 'secret' } }, batch);
  const ending = parts.firestore().batch();
  await parts.endHooks(of('handed'), ending);
  await ending.commit();
  await batch.commit();
  await deliver();
  expect(receiver.requests).toBe(0);
  expect((await found('handed', hook)).ended).toEqual(expect.any(Number));
});

test('a dataset that is purged leaves no message, not even one whose hook is gone', async () => {
  await open('purged');
  await tell('purged', 1);
  const gone = parts.firestore().doc('dataset/purged/hook/gone/event/left');
  await gone.set({ type: 'run.ready' });
  const { purge } = await import(`${ADAPTERS}/firestore/records/purge-dataset.ts`);
  while (await purge.purgeBelow('purged'));
  const left = await parts.firestore().collection('dataset/purged/hook').listDocuments();
  expect(left).toEqual([]);
  await receiver.kill();
});

/** A running monitor, with frames that arrived so many seconds ago. */
async function openCamera(monitor: string, arrived: number[], expected = 60): Promise<void> {
  const ago = (seconds: number) => new Date(Date.now() - 1000 * seconds);
  const session = `${monitor}-session`;
  const record = { name: 'Line', owner: 'owner', session, started: ago(600), expected };
  await parts.firestore().doc(`monitor/${monitor}`).set(record);
  await parts
    .firestore()
    .doc(`session/${session}`)
    .set({ start: ago(600) });
  for (const seconds of arrived) await frameOf(session, ago(seconds));
  receiver = await startHookReceiver(clock.now);
  const events = ['monitor.silent', 'monitor.slow', 'monitor.back'];
  const choice = { url: receiver.url, events, name: '' };
  receiver.secret = (await parts.hooks.create({ kind: 'monitor', id: monitor }, choice, OWNER)).secret;
}
const frameOf = (session: string, createdDate = new Date(), place = 'image') =>
  parts.firestore().collection(place).add({ session, createdDate });
const look = () => parts.watchCameras();
const types = () => receiver.received.map(({ type }) => type);

test('a silent camera is told once by two that look at once; a frame that was rejected shows that it is back', async () => {
  await openCamera('dead', [400, 300, 200]);
  const silentSince = Date.now() - 200_000;
  await Promise.all([look(), look()]);
  await look();
  expect(receiver.received).toMatchObject([
    {
      type: 'monitor.silent',
      data: { monitor: 'dead', name: 'Line', session: 'dead-session', expected: 60 },
    },
  ]);
  expect(Math.abs(receiver.received[0]?.data.since - silentSince)).toBeLessThan(10_000);
  await frameOf('dead-session', new Date(), 'dataset/any/trash');
  await Promise.all([look(), look()]);
  expect(receiver.received.slice(1)).toMatchObject([
    {
      type: 'monitor.back',
      data: { monitor: 'dead', was: 'silent', since: receiver.received[0]?.data.since },
    },
  ]);
  // Whoever has read it before cannot tell anything any more.
  const stale = await parts.cameras.find('dead');
  await parts.firestore().doc('monitor/dead').update({ name: 'Line 2' });
  const told = { type: 'monitor.slow', at: time, since: time };
  expect(await parts.cameras.tell(stale, told, {})).toBe(false);
  await receiver.kill();
});

test('a stop forgets what was told; ended hooks and stopped monitors are not looked at', async () => {
  await openCamera('stopped', []);
  await look();
  expect(types()).toEqual(['monitor.silent']);
  expect((await parts.firestore().doc('monitor/stopped').get()).get('told.type')).toBe('monitor.silent');
  expect(await parts.sessions.end(await parts.monitors.find('stopped'), Date.now())).toBe(true);
  expect((await parts.firestore().doc('monitor/stopped').get()).get('told')).toBeUndefined();
  await frameOf('stopped-session');
  await look();
  expect(types()).toEqual(['monitor.silent']);
  expect(await parts.cameras.find('stopped')).toBeNull();
  const watched = async () => Array.fromAsync(parts.cameras.watched());
  expect(await watched()).toContain('stopped');
  const { docs } = await parts.firestore().collection('monitor/stopped/hook').get();
  await docs[0].ref.update({ ended: new Date() });
  expect(await watched()).not.toContain('stopped');
  await receiver.kill();
});

test('a slow camera is told once, and counts what was rejected', async () => {
  // 2 a minute, and four gaps are two minutes: it sent one.
  await openCamera('slow-camera', [400, 300, 70], 2);
  await look();
  await look();
  expect(receiver.received).toMatchObject([{ type: 'monitor.slow', data: { rate: 0.5, expected: 2 } }]);
  for (const seconds of [40, 50, 60, 70])
    await frameOf('slow-camera-session', new Date(Date.now() - 1000 * seconds), 'dataset/any/trash');
  await look();
  expect(types()).toEqual(['monitor.slow', 'monitor.back']);
  await receiver.kill();
});

test('no message goes to a private address, by whatever name, nor where it is redirected to', async () => {
  receiver = await startHookReceiver();
  const { port } = new URL(receiver.url);
  const outcome = (url: string) => parts.postWithin(2_000)(url, {}, '{}');
  const refused = { answered: null, problem: 'address' };
  // Metadata services are refused even where the configuration allows them.
  expect(await outcome('http://169.254.169.254/')).toEqual(refused);
  // Plain http elsewhere.
  expect(await outcome(`http://localhost:${port}/`)).toEqual(refused);
  receiver.mood = () => 307;
  expect(await outcome(receiver.url)).toEqual({ answered: 401, problem: null });
  expect(receiver.requests).toBe(1);
  const { HOOK_ALLOWED_HOSTS: allowed } = process.env;
  process.env.HOOK_ALLOWED_HOSTS = '';
  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    '10.0.0.1',
    '0x7f.1',
  ];
  for (const host of hosts)
    expect([host, await outcome(`https://${host}:${port}/`)]).toEqual([host, refused]);
  expect(await outcome(receiver.url)).toEqual(refused);
  process.env.HOOK_ALLOWED_HOSTS = allowed;
  expect(receiver.requests).toBe(1);
  await receiver.kill();
});

/**
 * Uploads of pictures: each is stored, known, refused with its reason, or kept until there is a connection.
 * @covers Contract 12: functions, the live database and sign-in away, an expired token (renewed, or the person signs in again and the decision is made once), images of a filter that cannot be counted (again, or at first), a missing picture, a slow network, what was entered (also where the sign-in ends), uploads (also offline), several changes of one image in their order, another person at the same browser
 */
import { describe, expect, test } from '@jest/globals';
import { SightlineError } from '../../client/src/sightline-error.ts';
import type { FileKeeper } from '../../web/src/data/uploads/kept-files.ts';
import { isUploaded, monitorFor, sessionIn, sessionName } from '../../web/src/data/uploads/upload-monitor.ts';
import {
  askBeforeLeaving,
  type UploadOutcome,
  Uploads,
  type UploadTarget,
} from '../../web/src/data/uploads/uploads.ts';
import { whyNot } from '../../web/src/pages/dataset/uploads/why-not.ts';
import { de } from '../../web/src/text/de.ts';
import { en } from '../../web/src/text/en.ts';
import { eventually } from '../support/factory.ts';

const file = (name: string, about: { type?: string; size?: number } = {}) =>
  ({ name, type: 'image/jpeg', size: 1000, lastModified: 1, ...about }) as File;

const refusal = (status: number, message: string) =>
  new SightlineError(message, { kind: 'refused', status, requestId: 'r1' });
const away = () => new SightlineError('The service cannot be reached', { kind: 'unreachable' });

/** A browser that keeps files, as far as there is room. */
function browser(room = Number.POSITIVE_INFINITY) {
  const kept = new Map<number, File>();
  const keeper: FileKeeper = {
    async keep(id, each) {
      if (kept.size >= room) throw new DOMException('full', 'QuotaExceededError');
      kept.set(id, each);
    },
    forget: async (id) => kept.delete(id),
    forgetAll: async () => kept.clear(),
  };
  return { keeper, names: () => [...kept.values()].map(({ name }) => name) };
}

interface Given {
  /** Files that the browser has room for. */
  room?: number;
  /** What becomes of a file, by its name; else it is stored. */
  errors?: Record<string, () => Error | null>;
  outcomes?: Record<string, UploadOutcome>;
}

/** Milliseconds; the page waits longer. */
const RETRY = 20;

/** A service whose record of a picture has the picture's name up to the first dot as its id. */
function service({ errors = {}, outcomes = {}, room }: Given = {}) {
  const { keeper, names: kept } = browser(room);
  const sending = { now: 0, most: 0, names: [] as string[] };
  const target: UploadTarget = {
    async send({ name }) {
      sending.now += 1;
      sending.most = Math.max(sending.most, sending.now);
      sending.names.push(name);
      await new Promise((resolve) => setTimeout(resolve, 1));
      sending.now -= 1;
      const error = errors[name]?.();
      if (error) throw error;
      return name.split('.', 1)[0] as string;
    },
    outcomeOf: async (id) => outcomes[id] ?? 'stored',
  };
  return { uploads: new Uploads(target, keeper, RETRY), sending, kept, target, keeper };
}

const shown = (uploads: Uploads) =>
  uploads.store.get().map(({ file: { name }, state, reason = '' }) => [name, state, reason]);

/** Until nothing is on its way. */
async function settled(uploads: Uploads): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (uploads.store.get().every(({ state }) => state !== 'waiting' && state !== 'sending')) return;
  }
}

test('all are sent, three at a time, in their order', async () => {
  const { uploads, sending } = service();
  uploads.add(Array.from({ length: 8 }, (_, number) => file(`${number}.jpg`)));
  await settled(uploads);
  expect(shown(uploads).every(([, state]) => state === 'stored')).toBe(true);
  expect([sending.most, sending.names]).toEqual([
    3,
    Array.from({ length: 8 }, (_, number) => `${number}.jpg`),
  ]);
});

test('each that is not added says why', async () => {
  const { uploads, sending } = service({
    errors: {
      'odd.jpg': () => refusal(400, 'Error: unsupported image format'),
      'down.jpg': () => refusal(503, 'Error: try again later'),
    },
    outcomes: { old: 'known', bin: 'trashed' },
  });
  const film = { type: 'video/mp4' };
  uploads.add([
    ...['odd.jpg', 'down.jpg', 'old.jpg', 'bin.jpg', 'one.a.jpg', 'one.b.jpg'].map((name) => file(name)),
    file('film.mp4', film),
    file('large.png', { type: 'image/png', size: 21 * 1024 * 1024 }),
  ]);
  await settled(uploads);
  expect(shown(uploads)).toEqual([
    ['odd.jpg', 'refused', 'Error: unsupported image format'],
    ['down.jpg', 'failed', 'Error: try again later'],
    ['old.jpg', 'known', 'uploadKnown'],
    ['bin.jpg', 'known', 'uploadTrashed'],
    ['one.a.jpg', 'stored', ''],
    ['one.b.jpg', 'known', 'uploadTwice'],
    ['film.mp4', 'refused', 'uploadNoPicture'],
    ['large.png', 'refused', 'uploadTooLarge'],
  ]);
  expect(sending.names).not.toContain('film.mp4');
  expect(uploads.store.get()[0]?.requestId).toBe('r1');
});

test('what failed is tried again when asked; what was refused is not', async () => {
  let isDown = true;
  const { uploads } = service({
    errors: {
      'down.jpg': () => (isDown ? refusal(503, 'later') : null),
      'odd.jpg': () => refusal(400, 'never'),
    },
  });
  uploads.add([file('down.jpg'), file('odd.jpg')]);
  await settled(uploads);
  isDown = false;
  uploads.retry();
  await settled(uploads);
  expect(shown(uploads).map(([, state]) => state)).toEqual(['stored', 'refused']);
});

test('without a connection all wait, and go on by themselves when it is back', async () => {
  let isAway = true;
  const names = Array.from({ length: 7 }, (_, number) => `${number}.jpg`);
  const { uploads } = service({
    errors: Object.fromEntries(names.map((name) => [name, () => (isAway ? away() : null)])),
  });
  uploads.add(names.map((name) => file(name)));
  await settled(uploads);
  expect(new Set(shown(uploads).map(([, state]) => state))).toEqual(new Set(['paused']));
  isAway = false;
  await eventually(() =>
    expect(new Set(shown(uploads).map(([, state]) => state))).toEqual(new Set(['stored'])),
  );
  uploads.close();
  expect(uploads.store.get()).toEqual([]);
});

test('the browser asks before it closes the tab only while that would lose an upload', async () => {
  const page = new EventTarget();
  Object.assign(globalThis, { window: page });
  const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  let isAway = true;
  const errors = Object.fromEntries(['a.jpg', 'b.jpg'].map((name) => [name, () => (isAway ? away() : null)]));
  const { uploads, kept } = service({ errors, room: 1 });
  askBeforeLeaving(uploads);
  expect(asks()).toBe(false);
  uploads.add([file('a.jpg')]);
  expect(asks()).toBe(true);
  await settled(uploads);
  expect([asks(), kept()]).toEqual([false, ['a.jpg']]);
  uploads.add([file('b.jpg')]);
  await settled(uploads);
  expect([asks(), kept()]).toEqual([true, ['a.jpg']]);
  isAway = false;
  await eventually(() => expect(shown(uploads).map(([, state]) => state)).toEqual(['stored', 'stored']));
  expect([asks(), kept()]).toEqual([false, []]);
});

test('what is left when the tab is closed goes on in the next one, and is kept until it is stored or refused', async () => {
  const errors: Given['errors'] = Object.fromEntries(['a.jpg', 'b.jpg'].map((name) => [name, away]));
  const { uploads, kept, target, keeper } = service({ errors });
  uploads.add([file('a.jpg'), file('film.mp4', { type: 'video/mp4' }), file('b.jpg')]);
  await settled(uploads);
  uploads.close();
  expect(kept()).toEqual(['a.jpg', 'b.jpg']);
  Object.assign(errors, {
    'a.jpg': () => null,
    'b.jpg': () => refusal(503, 'later'),
    'c.jpg': () => refusal(400, 'Error: unsupported image format'),
  });
  const next = new Uploads(target, keeper, RETRY);
  next.addKept([
    { id: 0, file: file('a.jpg') },
    { id: 2, file: file('b.jpg') },
  ]);
  next.add([file('c.jpg')]);
  await settled(next);
  expect(shown(next).map(([name, state]) => [name, state])).toEqual([
    ['a.jpg', 'stored'],
    ['b.jpg', 'failed'],
    ['c.jpg', 'refused'],
  ]);
  expect(kept()).toEqual(['b.jpg']);
  next.close();
  await next.forget();
  expect(kept()).toEqual([]);
});

test('the reason is in the language of the page, also the one of the service', async () => {
  const { uploads } = service({
    errors: {
      'cut.jpg': () => refusal(400, 'Error: image not found'),
      'odd.jpg': () => refusal(415, 'Error: unsupported image format'),
    },
  });
  uploads.add([file('cut.jpg'), file('odd.jpg'), file('film.mp4', { type: 'video/mp4' })]);
  await settled(uploads);
  const reasons = (text: typeof en) => uploads.store.get().map((each) => whyNot(each, text));
  expect(reasons(en)).toEqual([
    'cannot be read as a picture',
    'has a format that cannot be read',
    'is not a JPEG, PNG or WebP',
  ]);
  expect(reasons(de)).toEqual([
    'lässt sich nicht als Bild lesen',
    'hat ein Format, das sich nicht lesen lässt',
    'ist kein JPEG, PNG oder WebP',
  ]);
});

test('the rest is cancelled: what is stored stays, nothing of the rest is kept, and it can be sent after all', async () => {
  const { uploads, sending, kept } = service();
  uploads.add(Array.from({ length: 8 }, (_, number) => file(`${number}.jpg`)));
  await uploads.store.until((all) => all.some(({ state }) => state === 'stored'));
  const rest = uploads.cancelRest();
  const stored = shown(uploads);
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.every(([, state]) => state === 'stored')).toBe(true);
  expect(stored.length + rest.length).toBe(8);
  await settled(uploads);
  await eventually(async () => expect([shown(uploads), kept(), sending.now]).toEqual([stored, [], 0]));
  uploads.add(rest);
  await settled(uploads);
  expect(shown(uploads).filter(([, state]) => state === 'stored').length).toBe(8);
});

describe('the monitor of uploads', () => {
  const monitor = (id: string, dataset: string, role: 'viewer' | 'editor' = 'editor') => ({
    id,
    dataset,
    role,
  });
  const uploads = monitor('uploads-1', 'bolts');
  test.each([
    ['is that of the dataset, before a camera', [monitor('line-1', 'bolts'), uploads], true, 'uploads-1'],
    ['is made where there is none', [monitor('line-1', 'bolts'), monitor('uploads-2', 'nuts')], true, 'new'],
    ['is not one that others alone may edit', [monitor('uploads-3', 'bolts', 'viewer')], true, 'new'],
    ['is a camera for those who may make none', [monitor('a', 'nuts'), monitor('b', 'bolts')], false, 'b'],
    ['is missing where there is no camera either', [], false, null],
  ] as const)('%s', (_, monitors, mayCreate, expected) => {
    const found = monitorFor(monitors, 'bolts', mayCreate);
    expect(typeof found === 'object' ? (found?.id ?? null) : found).toBe(expected);
  });

  test('a session that a person has uploaded is known by its name, and none of a camera is', () => {
    expect(isUploaded('line-1', sessionIn('line-1', sessionName()))).toBe(true);
    expect(isUploaded('line-1', 'line-1.shift-2')).toBe(false);
    expect(isUploaded('line', 'line-1.upload-2')).toBe(false);
  });
});

/**
 * Claims: which images a tab of the review is looking at, as the live database has it.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

Object.assign(globalThis, { document: Object.assign(new EventTarget(), { visibilityState: 'visible' }) });

/** More than the time after which a failed start is repeated. */
const LONG = 60_000;

/** The live database, as far as one tab sees it. */
const database = {
  /** How often the SDK still fails to start. */
  failures: 0,
  listeners: [] as string[],
  claimed: new Set<string>(),
  slots: new Set<string>(),
  /** Somebody else has claimed them. */
  refused: new Set<string>(),
  /** Removed when the tab's connection ends. */
  removedAtEnd: new Set<string>(),
};

jest.unstable_mockModule('firebase/app', () => ({ initializeApp: () => ({}) }));
jest.unstable_mockModule('firebase/database', () => ({
  forceWebSockets: () => {},
  getDatabase: () => {
    if (database.failures === 0) return {};
    database.failures -= 1;
    throw new Error('Failed to fetch dynamically imported module');
  },
  ref: (_: object, path = '') => path,
  serverTimestamp: () => 0,
  onValue: (path: string) => {
    database.listeners.push(path);
    return () => database.listeners.splice(database.listeners.indexOf(path), 1);
  },
  onDisconnect: (path: string) => ({
    remove: async () => void database.removedAtEnd.add(path),
    cancel: async () => void database.removedAtEnd.delete(path),
  }),
  update: async (_: string, changes: object) => {
    const [claim = '', slot = ''] = Object.keys(changes);
    if (database.refused.has(claim)) throw new Error('PERMISSION_DENIED');
    database.claimed.add(claim);
    database.slots.add(slot);
  },
  remove: async (path: string) => void database.claimed.delete(path),
}));
const { startFirebase } = await import('../../web/src/data/firebase.ts');
const { visible } = await import('../../web/src/data/live/visibility.ts');
const { Claims } = await import('../../web/src/data/live/claims.ts');
startFirebase({ firebase: {} } as Parameters<typeof startFirebase>[0]);

let stop = () => {};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  Object.assign(database, { failures: 0, listeners: [] });
  for (const paths of [database.claimed, database.slots, database.refused, database.removedAtEnd])
    paths.clear();
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

/** Loading and answering take a few turns of the event loop. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

function follow(...images: string[]) {
  const claims = new Claims('parts', 'somebody');
  stop = claims.follow();
  claims.hold(images, images[0]);
  return claims;
}

test('a start that fails is repeated, until the images are claimed', async () => {
  database.failures = 2;
  follow('a');
  await settled();
  expect([...database.claimed]).toEqual([]);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await jest.advanceTimersByTimeAsync(LONG);
    await settled();
  }
  expect([...database.claimed]).toEqual(['claim/parts/a']);
});

test('each image takes a slot of this person, of which there are twenty', async () => {
  const images = Array.from({ length: 25 }, (_, at) => `i${at}`);
  const claims = follow(...images);
  await settled();
  expect([database.claimed.size, database.slots.size]).toEqual([20, 20]);
  expect(database.slots).toContain('slot/parts/somebody/0');
  // What is released makes room.
  claims.hold(images.slice(20), 'i20');
  await settled();
  expect([...database.claimed]).toEqual(images.slice(20).map((each) => `claim/parts/${each}`));
});

test('a review that is left after a failed start does not start again', async () => {
  database.failures = 1;
  follow('a');
  await settled();
  stop();
  await jest.advanceTimersByTimeAsync(LONG);
  await settled();
  expect(database.listeners).toEqual([]);
});

test('a tab that is hidden and shown while it starts listens once', async () => {
  follow('a');
  visible.set(false);
  visible.set(true);
  await settled();
  expect(database.listeners).toEqual(['claim/parts', '.info/serverTimeOffset']);
  stop();
  expect([database.listeners, [...database.claimed]]).toEqual([[], []]);
});

test('what was refused is not removed when the tab is closed: it may be the claim of another tab of this person', async () => {
  database.refused.add('claim/parts/a');
  follow('a', 'b');
  await settled();
  expect([[...database.claimed], [...database.removedAtEnd]]).toEqual([['claim/parts/b'], ['claim/parts/b']]);
});

test.each([
  ['a reviewer who has left releases the images, even if other people change what comes next', 'a', false],
  ['a reviewer who goes on keeps them', 'b', true],
])('%s', async (_, current, isKept) => {
  const claims = follow('a', 'b', 'c');
  await settled();
  for (let minute = 0; minute < 4; minute += 1) await jest.advanceTimersByTimeAsync(60_000);
  claims.hold(['a', 'b', 'd'], current);
  await jest.advanceTimersByTimeAsync(90_000);
  database.claimed.clear();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(database.claimed.has('claim/parts/b')).toBe(isKept);
});

/** @covers Embedded Realtime Database */
import { describe, expect, test } from '@jest/globals';
import { get, increment, ref, runTransaction, serverTimestamp, set, update } from 'firebase/database';
import { type Database as AdminDatabase, ServerValue } from 'firebase-admin/database';
import { fc } from '../support/fast-check.ts';
import { useClients } from './database/stage.ts';
import { targets } from './database/target.ts';

const MANY_KINDS = {
  text: 'line\nbreak "quoted" ünï 🎥',
  empty: '',
  whole: 42,
  fraction: -0.1,
  large: 1.7976931348623157e308,
  time: 1_763_600_000_123,
  yes: true,
  no: false,
  10: 'ten',
  9: 'nine',
  '-5': 'minus five',
  '007': 'leading zeros',
  nested: { deep: { deeper: [1, 2, { three: 3 }] } },
};

const BAD_KEY = /^$|[.#$[\]/\p{Cc}]/u;
const key = fc
  .oneof(fc.string({ maxLength: 8 }), fc.integer().map(String))
  .filter((text) => !BAD_KEY.test(text) && !(text in {}));
const leaf = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer().map((n) => n / 64),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.boolean(),
);
const { anyMap } = fc.letrec<{ anyMap: object; node: unknown }>((tie) => ({
  anyMap: fc.dictionary(key, tie('node'), { minKeys: 1, maxKeys: 6, noNullPrototype: true }),
  node: fc.oneof({ depthSize: 'small' }, leaf, tie('anyMap')),
}));

const read = async (admin: AdminDatabase, path: string) => (await admin.ref(path).get()).val();

describe.each(targets)('Realtime Database, $name: values and writes', (target) => {
  const stage = useClients(target);

  test('the web SDK and REST read all kinds of values that the admin SDK sets', async () => {
    await stage.get().admin().ref('kinds').set(MANY_KINDS);
    const web = await get(ref(stage.get().openWeb(), 'kinds'));
    expect(web.val()).toEqual(MANY_KINDS);
    expect(await (await stage.get().rest('/kinds.json')).json()).toEqual(MANY_KINDS);
  });

  test('the admin SDK reads what the web SDK sets', async () => {
    await set(ref(stage.get().openWeb(), 'from/web'), MANY_KINDS);
    expect((await stage.get().admin().ref('from/web').get()).val()).toEqual(MANY_KINDS);
  });

  test('a list comes back as a list, and one with large gaps as a map', async () => {
    const admin = stage.get().admin();
    await admin
      .ref('/')
      .set({ dense: ['a', 'b', 'c'], holes: { 0: 'a', 2: 'c' }, sparse: { 3: 'd', 90: 'z' } });
    const all = (await get(ref(stage.get().openWeb(), '/'))).val();
    expect(all.dense).toEqual(['a', 'b', 'c']);
    expect(all.sparse).toEqual({ 3: 'd', 90: 'z' });
    const rest = await (await stage.get().rest('/.json')).json();
    expect(rest).toEqual({ dense: ['a', 'b', 'c'], holes: ['a', null, 'c'], sparse: { 3: 'd', 90: 'z' } });
  });

  test('removing the last child removes its empty parents', async () => {
    const admin = stage.get().admin();
    await admin.ref('/').set({ a: { b: { c: 1 } }, keep: 1 });
    await admin.ref('a/b/c').remove();
    expect((await admin.ref('/').get()).val()).toEqual({ keep: 1 });
    expect(await (await stage.get().rest('/a.json')).text()).toBe('null');
  });

  test('removing a missing child of a plain value keeps the value', async () => {
    const admin = stage.get().admin();
    await admin.ref('spot').set('plain');
    await admin.ref('spot/child').remove();
    expect((await admin.ref('spot').get()).val()).toBe('plain');
  });

  test('a child written under a plain value replaces it', async () => {
    const admin = stage.get().admin();
    await admin.ref('spot').set('plain');
    await admin.ref('spot/child').set(1);
    expect((await admin.ref('spot').get()).val()).toEqual({ child: 1 });
  });

  test('a multi-path update changes all its paths and nothing else', async () => {
    const admin = stage.get().admin();
    await admin.ref('/').set({ a: { x: 1, y: 2 }, b: { x: 3 }, c: 'gone' });
    await update(ref(stage.get().openWeb(), '/'), { 'a/x': 10, 'b/new/deep': true, c: null });
    expect((await admin.ref('/').get()).val()).toEqual({
      a: { x: 10, y: 2 },
      b: { x: 3, new: { deep: true } },
    });
  });

  test('increments start from the current number, or from 0', async () => {
    const admin = stage.get().admin();
    await admin.ref('n').set({ known: 5, text: 'x' });
    await admin.ref('n').update({ known: ServerValue.increment(2), fresh: ServerValue.increment(3) });
    await set(ref(stage.get().openWeb(), 'n/text'), increment(-1.5));
    expect((await admin.ref('n').get()).val()).toEqual({ known: 7, fresh: 3, text: -1.5 });
  });

  test('fifty increments at once from two clients lose none', async () => {
    const admin = stage.get().admin();
    const web = ref(stage.get().openWeb(), 'count');
    const half = Array.from({ length: 25 });
    await Promise.all(
      half.flatMap(() => [admin.ref('count').set(ServerValue.increment(1)), set(web, increment(1))]),
    );
    expect((await admin.ref('count').get()).val()).toBe(50);
  });

  test('server timestamps of one write are the same, and the server time', async () => {
    const before = Date.now();
    await set(ref(stage.get().openWeb(), 'times'), { a: serverTimestamp(), b: { c: serverTimestamp() } });
    const times = (await stage.get().admin().ref('times').get()).val();
    expect(times.a).toBe(times.b.c);
    expect(Math.abs(times.a - before)).toBeLessThan(10_000);
  });

  test('a 5 MB value makes the round trip through both SDKs', async () => {
    const large = 'abcdefghij'.repeat(512 * 1024);
    await stage.get().admin().ref('large').set(large);
    const web = stage.get().openWeb();
    expect((await get(ref(web, 'large'))).val() === large).toBe(true);
    await set(ref(web, 'again'), large);
    expect((await stage.get().admin().ref('again').get()).val() === large).toBe(true);
  });

  test('surrogate pairs survive the splitting into frames', async () => {
    // Frames have an even length: with one of the two prefixes, every cut falls inside a surrogate pair.
    for (const beginning of ['x', 'xx']) {
      const text = beginning + '🎥'.repeat(50_000);
      await stage.get().rest('/cut.json', { method: 'PUT', body: JSON.stringify(text) });
      expect((await stage.get().admin().ref('cut').get()).val() === text).toBe(true);
    }
  });
});

describe.each(targets)('Realtime Database, $name: transactions', (target) => {
  const stage = useClients(target);

  test('twenty at once from five clients on one node end exactly at 20', async () => {
    const admins = [stage.get().admin(), stage.get().admin()];
    const webs = [stage.get().openWeb(), stage.get().openWeb(), stage.get().openWeb()];
    const addOne = (now: number | null) => (now ?? 0) + 1;
    const four = Array.from({ length: 4 });
    await Promise.all([
      ...admins.flatMap((admin) => four.map(() => admin.ref('count').transaction(addOne))),
      ...webs.flatMap((web) => four.map(() => runTransaction(ref(web, 'count'), addOne))),
    ]);
    expect((await admins[0]?.ref('count').get())?.val()).toBe(20);
  });

  test('an empty first guess does not delete the current value, of any kind', async () => {
    await stage.get().admin().ref('node').set(MANY_KINDS);
    const seen: unknown[] = [];
    const result = await runTransaction(ref(stage.get().openWeb(), 'node'), (now) => {
      seen.push(now);
      return now === null ? { guess: true } : { ...now, added: 1 };
    });
    expect(result.committed).toBe(true);
    expect(seen[0]).toBeNull();
    expect((await stage.get().admin().ref('node').get()).val()).toEqual({ ...MANY_KINDS, added: 1 });
  });

  test('the order in which keys were written does not matter', async () => {
    const admin = stage.get().admin();
    for (const each of ['text', '10', '07', '3000000000', '7', '-5', '9'])
      await admin.ref(`node/${each}`).set(1);
    const result = await runTransaction(ref(stage.get().openWeb(), 'node'), (now) => now && { ...now, z: 1 });
    expect(result.committed).toBe(true);
  });

  test('for any value, the SDK and the server compute the same hash: a transaction on it commits', async () => {
    const admin = stage.get().admin();
    const database = stage.get().openWeb();
    let number = 0;
    const commits = async (value: object) => {
      number += 1;
      await admin.ref(`values/${number}`).set(value);
      const result = await runTransaction(
        ref(database, `values/${number}`),
        (now) => now && { ...now, seen: true },
      );
      expect(result.snapshot.val()).toEqual({ ...(await read(admin, `values/${number}`)) });
      expect(result.snapshot.child('seen').val()).toBe(true);
    };
    await fc.assert(fc.asyncProperty(anyMap, commits), { numRuns: 40 });
  });

  test('an aborted transaction changes nothing', async () => {
    const admin = stage.get().admin();
    await admin.ref('taken').set('by another');
    const result = await admin.ref('taken').transaction((now) => (now === null ? 'mine' : undefined));
    expect(result.committed).toBe(false);
    expect((await admin.ref('taken').get()).val()).toBe('by another');
  });
});

/** @covers commands explain themselves; a missing Firestore emulator is offered */
import { describe, expect, jest, test } from '@jest/globals';
import { type FetchOptions, offerFirestore } from '../../emulators/stack/fetch-firestore.ts';
import { FirestoreMissing } from '../../emulators/stack/firestore-jar.ts';

/** A machine without the emulator until it is downloaded. */
function machine(options: Partial<FetchOptions>) {
  let isThere = false;
  const find = jest.fn(async () => {
    if (!isThere) throw new FirestoreMissing('missing, and how to get it');
    return 'x.jar';
  });
  const ask = jest.fn(async (_question: string) => '');
  const fetch = jest.fn(async () => {
    isThere = true;
    return 0;
  });
  const all = { yes: false, isTerminal: true, find, ask, fetch, ...options };
  return { find, ask, fetch, offered: offerFirestore(all) };
}

describe('a missing Firestore emulator', () => {
  test.each(['', 'y', ' YES '])('is fetched after %j and Enter', async (typed) => {
    const { ask, fetch, offered } = machine({ ask: jest.fn(async () => typed) });
    await offered;
    expect([ask.mock.calls.length, fetch.mock.calls.length]).toEqual([0, 1]);
  });

  test('is offered with its size and its place', async () => {
    const { ask, offered } = machine({});
    await offered;
    expect(ask.mock.calls).toEqual([
      [expect.stringMatching(/137 MB.*~\/\.cache\/firebase\/emulators.*\[Y\/n\]/)],
    ]);
  });

  test('is not fetched after no', async () => {
    const { fetch, offered } = machine({ ask: async () => 'n' });
    await expect(offered).rejects.toThrow('missing, and how to get it');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('is fetched without a question by --yes, and never without anybody to ask', async () => {
    const asked = machine({ yes: true, isTerminal: false });
    await asked.offered;
    expect([asked.ask.mock.calls.length, asked.fetch.mock.calls.length]).toEqual([0, 1]);
    const alone = machine({ isTerminal: false });
    await expect(alone.offered).rejects.toThrow('missing');
    expect(alone.fetch).not.toHaveBeenCalled();
  });

  test('that cannot be fetched is reported', async () => {
    await expect(machine({ fetch: async () => 1 }).offered).rejects.toThrow('could not fetch');
  });
});

test('there is no offer after another error, or if it exists', async () => {
  const named = machine({ find: async () => Promise.reject(new Error('FIRESTORE_EMULATOR_JAR names x')) });
  await expect(named.offered).rejects.toThrow('names x');
  const there = machine({ find: async () => 'x.jar' });
  await there.offered;
  expect([named.ask, there.ask].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

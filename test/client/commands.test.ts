/**
 * A camera that listens for commands with the client, through cut lines, an ended key and restarts.
 * @covers Contract 19: a client that listens: each command once, in order, through cuts and restarts
 */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { HeardCommand, ListenOptions } from '../../client/src/live/commands.ts';
import type { Monitor } from '../../client/src/monitor.ts';
import { Sightline } from '../../client/src/sightline.ts';
import { type ManageStage, openManageStage } from '../emulator/manage-stage.ts';
import { eventually, liveState } from '../support/factory.ts';

let stage: ManageStage;
let key = '';
let hash = '';
const ears: Ear[] = [];
beforeAll(async () => {
  stage = await openManageStage(['monitor', 'people-monitor'], { RATE_CURATE: 'off' });
});
beforeEach(async () => {
  if (hash) await stage.as('owner', `/monitor/line-1/keys/${hash}`, { method: 'DELETE' });
  ({ key, hash } = (await stage.as('editor', '/monitor/line-1/keys', { method: 'POST' })).body.data);
});
afterAll(async () => {
  for (const ear of ears) await ear.end();
  await stage?.close();
});

const ask = async (command: string, params = {}): Promise<number> =>
  (await stage.as('editor', '/monitor/line-1/command', { body: { command, params } })).body.data.id;
const action = () => liveState(stage.stack, 'line-1').controller.action;

interface Ear {
  heard: HeardCommand[];
  problems: string[];
  end(): Promise<void>;
}

/** @param work what the device does with each */
function listen(
  options: ListenOptions,
  work: (command: HeardCommand) => Promise<void> = async () => {},
  fetcher?: typeof fetch,
): Ear {
  const control = new AbortController();
  const monitor: Monitor = new Sightline({
    baseUrl: stage.stack.baseUrl,
    deviceKey: key,
    retry: { base: 10, limit: 50 },
    ...(fetcher && { fetch: fetcher }),
  }).monitors('line-1');
  const ear: Ear = { heard: [], problems: [], end: async () => {} };
  const onProblem = ({ message }: Error) => void ear.problems.push(message);
  const ended = (async () => {
    for await (const command of monitor.listen({ ...options, onProblem, signal: control.signal })) {
      ear.heard.push(command);
      await work(command);
    }
  })();
  ear.end = async () => {
    control.abort();
    await ended;
  };
  ears.push(ear);
  return ear;
}

const idsOf = ({ heard }: Ear): number[] => heard.map(({ id }) => id);

test('commands come with their values, and the live state says how they ended', async () => {
  const ear = listen({}, async (command) => {
    if (command.command === 'settings') await command.done('12.5 ms');
    else await command.failed('no light');
  });
  const first = await ask('settings', { exposure: 12.5 });
  await eventually(() =>
    expect(action()).toMatchObject({ status: false, result: { id: first, ok: true, message: '12.5 ms' } }),
  );
  const second = await ask('capture');
  await eventually(() =>
    expect(action().result).toMatchObject({ id: second, ok: false, message: 'no light' }),
  );
  expect(ear.heard).toMatchObject([
    { id: first, command: 'settings', params: { exposure: 12.5 } },
    { id: second, command: 'capture', params: {} },
  ]);
  await ear.end();
});

test('a busy device takes nothing; then all come in order', async () => {
  let release = () => {};
  const busy = new Promise<void>((resolve) => {
    release = resolve;
  });
  const ear = listen({}, () => busy);
  const ids = [await ask('capture')];
  await eventually(() => expect(idsOf(ear)).toEqual(ids));
  ids.push(await ask('capture'), await ask('stop'));
  expect(action().requests[`c${ids[1]}`].taken).toBeUndefined();
  release();
  await eventually(() => expect(idsOf(ear)).toEqual(ids));
  await ear.end();
});

test('two devices of one monitor: each command goes to one of them', async () => {
  const [one, other] = [listen({}), listen({})];
  const ids: number[] = [];
  for (let number = 0; number < 10; number += 1) ids.push(await ask('capture'));
  await eventually(() => expect([...idsOf(one), ...idsOf(other)].sort((a, b) => a - b)).toEqual(ids));
  await Promise.all([one.end(), other.end()]);
});

test('answers are lost and lines are cut: each once, in order', async () => {
  let calls = 0;
  // One answer in three is lost after the database has done its work; streams end after a moment.
  const lossy: typeof fetch = async (...args) => {
    const answer = await fetch(...args);
    calls += 1;
    if (calls % 3 !== 0) return answer;
    await answer.body?.cancel();
    throw new TypeError('fetch failed');
  };
  const ear = listen({ by: 'press' }, (command) => command.done(), lossy);
  const ids: number[] = [];
  for (let number = 0; number < 12; number += 1) ids.push(await ask('capture'));
  await eventually(() => expect(idsOf(ear)).toEqual(ids));
  await eventually(() => expect(action().result).toMatchObject({ id: ids.at(-1), ok: true }));
  await ear.end();
});

test('what was taken before a restart and never given comes first; what was given does not come again', async () => {
  const first = listen({ by: 'press' });
  const ids = [await ask('start'), await ask('capture')];
  await eventually(() => expect(idsOf(first)).toEqual(ids));
  await first.end();
  ids.push(await ask('stop'));
  // Its disk says that the first one was given.
  const again = listen({ by: 'press', after: ids[0] as number });
  await eventually(() => expect(idsOf(again)).toEqual(ids.slice(1)));
  await again.end();
  const other = listen({ by: 'press' });
  ids.push(await ask('capture'));
  await eventually(() => expect(idsOf(other)).toEqual(ids.slice(3)));
  await other.end();
});

test('the key ends: it says so, and hears nothing more', async () => {
  const ear = listen({});
  const id = await ask('capture');
  await eventually(() => expect(idsOf(ear)).toEqual([id]));
  await stage.as('editor', `/monitor/line-1/keys/${hash}`, { method: 'DELETE' });
  await eventually(() => expect(ear.problems).toContain('Monitor not found or access denied'));
  const late = await ask('capture');
  await ear.end();
  expect(idsOf(ear)).toEqual([id]);
  expect(action().requests[`c${late}`].taken).toBeUndefined();
});

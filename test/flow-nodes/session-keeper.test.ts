/**
 * Sessions of the flow nodes: what the flow orders holds at once and after a kill; the service is told when it can be.
 * @covers Contract 13 sending: retries, refusals, a revoked key, live frames beside a backlog, frames that cannot pass, redeployments; sessions (Contract 10)
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SightlineError } from '../../client/src/sightline-error.ts';
import { SessionKeeper } from '../../flow-nodes/src/session/session-keeper.ts';
import { eventually } from '../support/factory.ts';
import { FailingDisk, makeFolder, removeFolder } from './spool-stage.ts';

let folder: string;
let disk: FailingDisk;
let keeper: SessionKeeper;
/** What the monitor runs; undefined while it is stopped. */
let running: string | undefined;
let calls: string[];
/** `lost`: the service does it, and its answer gets lost. `cut`: it does nothing, which nobody knows. */
let line: 'up' | 'down' | 'lost' | 'cut';

const unreachable = (code: string) =>
  new SightlineError('The service cannot be reached', { kind: 'unreachable', cause: { code } });
const conflict = (message: string) => new SightlineError(message, { kind: 'refused', status: 409 });

async function answer(call: string, work: () => void): Promise<void> {
  if (line === 'down') throw unreachable('ECONNREFUSED');
  if (line === 'cut') throw unreachable('ECONNRESET');
  calls.push(call);
  work();
  if (line === 'lost') throw unreachable('ECONNRESET');
}

const service = {
  start: (name: string) =>
    answer(`start ${name}`, () => {
      if (running !== undefined) throw conflict('Error: Already started');
      running = name;
    }),
  stop: () =>
    answer('stop', () => {
      if (running === undefined) throw conflict('Error: already stopped');
      running = undefined;
    }),
};

const open = async (): Promise<void> => {
  keeper = await SessionKeeper.open({ disk, calls: service });
};
const becomes = (state: string) => eventually(() => expect(keeper.view.state).toBe(state));

beforeEach(async () => {
  folder = await makeFolder();
  disk = new FailingDisk(folder);
  await disk.makeFolder('incoming');
  [running, calls, line] = [undefined, [], 'up'];
  await open();
});
afterEach(async () => {
  await keeper.close();
  await removeFolder(folder);
});

test('a session starts and stops, and the monitor runs it under its name', async () => {
  expect([keeper.name, keeper.view.state]).toEqual([undefined, 'stopped']);
  await keeper.start();
  const { name = '' } = keeper;
  expect(name).toMatch(/^\d{8}-\d{6}-[0-9a-f]{4}$/);
  await becomes('running');
  expect(running).toBe(name);
  await keeper.start();
  expect(keeper.name).toBe(name);
  await keeper.stop();
  expect(keeper.name).toBeUndefined();
  await becomes('stopped');
  await keeper.stop();
  expect(calls).toEqual([`start ${name}`, 'stop']);
});

test('without the service it runs for the flow at once, and the service is told when it is back', async () => {
  line = 'down';
  await keeper.start();
  expect(keeper.name).toBeDefined();
  await eventually(() => expect(keeper.view).toMatchObject({ state: 'wanted', trouble: { isHeld: false } }));
  line = 'up';
  await eventually(() => expect(keeper.view).toMatchObject({ state: 'running', trouble: undefined }));
});

test('a session that began and ended without the service needs no call', async () => {
  line = 'down';
  const { name: first } = await keeper.start();
  await eventually(() => expect(keeper.view.trouble).toBeDefined());
  await keeper.stop();
  const { name: second } = await keeper.start();
  expect(second).not.toBe(first);
  line = 'up';
  await becomes('running');
  expect(calls.filter((call) => !call.includes(second))).toEqual([]);
});

test('a lost answer is no second session, nor somebody else’s', async () => {
  line = 'lost';
  const { name } = await keeper.start();
  await eventually(() => expect(running).toBe(name));
  line = 'up';
  await becomes('running');
  line = 'lost';
  await keeper.stop();
  await eventually(() => expect(running).toBeUndefined());
  line = 'up';
  await becomes('stopped');
});

test('a stop that could not be told comes before the next start', async () => {
  const { name: first } = await keeper.start();
  await becomes('running');
  line = 'down';
  await keeper.stop();
  const { name: second } = await keeper.start();
  line = 'up';
  await becomes('running');
  expect([running, calls]).toEqual([second, [`start ${first}`, 'stop', `start ${second}`]]);
});

test('a killed process goes on with its session, and with a stop that it had not told', async () => {
  const { name } = await keeper.start();
  await becomes('running');
  await keeper.close();
  await open();
  expect([keeper.name, keeper.view.state]).toEqual([name, 'running']);
  line = 'down';
  await keeper.stop();
  await keeper.close();
  line = 'up';
  await open();
  await becomes('stopped');
  expect(running).toBeUndefined();
});

test('killed between the call and its answer, it takes the running session for its own', async () => {
  line = 'lost';
  const { name } = await keeper.start();
  await eventually(() => expect(running).toBe(name));
  await keeper.close();
  line = 'up';
  await open();
  await becomes('running');
  await keeper.stop();
  await becomes('stopped');
  expect(running).toBeUndefined();
});

test('a session of somebody else is left alone', async () => {
  running = 'theirs';
  await keeper.start();
  await becomes('foreign');
  expect(keeper.name).toBeDefined();
  await keeper.stop();
  await becomes('stopped');
  await sleep(50);
  expect([running, calls.includes('stop')]).toEqual(['theirs', false]);
});

test('a session of somebody else stays theirs when an answer is lost', async () => {
  running = 'theirs';
  await keeper.start();
  await becomes('foreign');
  await keeper.close();
  line = 'cut';
  await open();
  await eventually(() => expect(keeper.view.trouble).toBeDefined());
  line = 'up';
  await eventually(() => expect(keeper.view.trouble).toBeUndefined());
  await keeper.stop();
  await becomes('stopped');
  await sleep(50);
  expect([running, calls.includes('stop')]).toEqual(['theirs', false]);
});

test('a stop before the answer to the start ends no session of somebody else', async () => {
  await keeper.close();
  let answerStart = () => {};
  const answered = new Promise<void>((done) => {
    answerStart = done;
  });
  let isCalled = false;
  const start = async (name: string) => {
    isCalled = true;
    await answered;
    return service.start(name);
  };
  running = 'theirs';
  keeper = await SessionKeeper.open({ disk, calls: { ...service, start } });
  await keeper.start();
  await eventually(() => expect(isCalled).toBe(true));
  await keeper.stop();
  answerStart();
  await becomes('stopped');
  await sleep(50);
  expect([running, calls.includes('stop')]).toEqual(['theirs', false]);
});

test('no session starts while a stop is being written', async () => {
  line = 'down';
  await keeper.start();
  await eventually(() => expect(keeper.view.trouble).toBeDefined());
  const write = disk.replace.bind(disk);
  let goOn = () => {};
  const released = new Promise<void>((done) => {
    goOn = done;
  });
  disk.replace = async (...given) => {
    disk.replace = write;
    await released;
    return write(...given);
  };
  const stopped = keeper.stop();
  line = 'up';
  // Longer than until the next attempt.
  await sleep(800);
  goOn();
  await stopped;
  await becomes('stopped');
  await sleep(50);
  expect([running, calls]).toEqual([undefined, []]);
});

test('a stop right after a start counts', async () => {
  const [, view] = await Promise.all([keeper.start(), keeper.stop()]);
  expect([view.name, keeper.name]).toEqual(['', undefined]);
  await becomes('stopped');
  expect(running).toBeUndefined();
});

test('a start that cannot be written is an error and starts nothing', async () => {
  disk.fails = { store: 'ENOSPC' };
  await expect(keeper.start()).rejects.toMatchObject({ code: 'ENOSPC' });
  expect([keeper.name, calls]).toEqual([undefined, []]);
});

test('a refused key is said and does not spin', async () => {
  await keeper.close();
  let count = 0;
  const start = async () => {
    count += 1;
    throw new SightlineError('Monitor not found or access denied', { kind: 'refused', status: 401 });
  };
  keeper = await SessionKeeper.open({ disk, calls: { ...service, start } });
  await keeper.start();
  await eventually(() => expect(keeper.view.trouble?.isHeld).toBe(true));
  await sleep(300);
  expect([count, keeper.view.trouble?.reason]).toEqual([1, 'Monitor not found or access denied']);
});

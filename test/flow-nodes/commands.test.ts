/**
 * A real Node-RED that hears commands, is killed, and whose lines and service fail meanwhile. `LONG=1`: 1,000 commands, 20 kills of
 * Node-RED and of the function, ten cut lines. `NODE_RED=node-red-2` runs it in Node-RED 2.2.
 * @covers Contract 19 commands in a flow: each once, in order, through outages, kills and restarts; what was not taken in time is not given
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/sightline.ts';
import { type ManageStage, openManageStage } from '../emulator/manage-stage.ts';
import { eventually, liveState } from '../support/factory.ts';
import { BOOT, LONG_TEST } from '../support/limits.ts';
import { tokenOf } from '../support/people.ts';
import { type NodeRed, startNodeRed } from './stage.ts';

/** Commands that are asked for one after another, before it is known what became of them. */
const TOGETHER = 10;
const [COMMANDS, KILLS, CUTS] = process.env.LONG ? [1_000, 20, 10] : [60, 3, 2];

let stage: ManageStage;
let red: NodeRed;
let key: string;

beforeAll(async () => {
  stage = await openManageStage(['monitor', 'people-monitor'], { RATE_CURATE: 'off' });
  key = (await stage.as('editor', '/monitor/line-1/keys', { method: 'POST' })).body.data.key;
  red = await startNodeRed(process.env.NODE_RED ?? 'node-red');
  await red.deploy(flow());
}, BOOT);

afterAll(async () => {
  await red?.close();
  await stage?.close();
});

const at = (id: string, type: string, wires: string[][], more: object = {}) => ({
  ...{ id, type, z: 'tab', name: id, wires, x: 100, y: 100 },
  ...more,
});

/** Writes the ids of commands to a file, and says that they are done; `fail` fails. */
function flow(): object[] {
  const monitor = { id: 'monitor', type: 'sightline-monitor', name: '', monitor: 'line-1', folder: '' };
  const func = `if (msg.topic === 'fail') throw new Error('no light');
msg.payload = msg.command.id + ' ' + msg.topic;
return msg;`;
  return [
    { id: 'tab', type: 'tab', label: 'Commands', disabled: false, info: '' },
    {
      ...{ ...monitor, address: stage.stack.baseUrl, limitMegabytes: '2000', limitHours: '0' },
      ...{ atLimit: 'refuse', credentials: { key } },
    },
    at('told', 'sightline-command', [['work']], { monitor: 'monitor' }),
    at('work', 'function', [['file']], {
      func,
      outputs: 1,
      noerr: 0,
      initialize: '',
      finalize: '',
      libs: [],
    }),
    at('file', 'file', [['done']], {
      ...{ filename: join(red.userDirectory, 'heard.txt'), filenameType: 'str' },
      ...{ appendNewline: true, createDir: false, overwriteFile: 'false', encoding: 'none' },
    }),
    at('failed', 'catch', [['done']], { scope: null, uncaught: false }),
    at('done', 'sightline-command', [[]], { monitor: 'monitor' }),
  ];
}

const heard = async (): Promise<number[]> => {
  const text = await readFile(join(red.userDirectory, 'heard.txt'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => Number(line.split(' ')[0]));
};

const monitor = () => {
  const token = () => tokenOf('editor', stage.stack.projectId);
  return new Sightline({
    baseUrl: stage.stack.baseUrl,
    token,
    retry: { attempts: 40, limit: 1_000 },
  }).monitors('line-1');
};
const ask = (command: string): Promise<number> => monitor().command({ command }, { deadline: LONG_TEST });
const action = () => liveState(stage.stack, 'line-1')?.controller?.action;

test('a command comes into the flow, and its result is in the live state', async () => {
  const id = await ask('capture');
  await eventually(async () => expect(await heard()).toEqual([id]));
  await eventually(() =>
    expect(action()).toMatchObject({ status: false, result: { id, ok: true, message: `${id} capture` } }),
  );
  const failing = await ask('fail');
  await eventually(() =>
    expect(action().result).toMatchObject({
      id: failing,
      ok: false,
      message: expect.stringContaining('no light'),
    }),
  );
  expect(await heard()).toEqual([id]);
});

test(
  `${COMMANDS} commands through ${KILLS} kills of flow and function and ${CUTS} cut lines`,
  async () => {
    const before = (await heard()).length;
    const asked: number[] = [];
    const taken = new Set<number>();
    /** Each is taken, or too old. The live state keeps the newest 20. */
    const settle = () =>
      eventually(() => {
        const { requests } = action() as {
          requests: Record<string, { id: number; at: number; taken?: object }>;
        };
        for (const each of Object.values(requests)) {
          if (each.taken) taken.add(each.id);
          else expect(Date.now() - each.at).toBeGreaterThan(31_000);
        }
      });
    const troubles = [
      ...Array.from({ length: KILLS }, (_, number) => async () => {
        await red.kill();
        if (number % 2 === 1) await stage.stack.functions.monitor?.restart();
        await red.start();
      }),
      ...Array.from({ length: CUTS }, () => async () => {
        const cut = { path: 'controller', reset: 'before' } as const;
        stage.stack.faults.database.set([
          { ...cut, method: 'GET' },
          { ...cut, method: 'PATCH' },
        ]);
        await stage.stack.restart.database();
        await sleep(500);
        stage.stack.faults.database.set([]);
      }),
    ];
    const every = Math.floor(COMMANDS / (troubles.length + 1));
    let trouble = Promise.resolve();
    for (let number = 1; number <= COMMANDS; number += 1) {
      if (number % every === 0) {
        await trouble;
        trouble = troubles.shift()?.() ?? Promise.resolve();
      }
      asked.push(await ask('capture'));
      if (number % TOGETHER === 0) await settle();
    }
    await trouble;
    await settle();
    const given = (await heard()).slice(before);
    expect(asked).toEqual([...asked].sort((a, b) => a - b));
    expect(given).toEqual([...new Set(given)].sort((a, b) => a - b));
    for (const id of given) expect(taken).toContain(id);
    // Killed between the note on the disk and the message: once, rather than twice.
    const lost = asked.filter((id) => taken.has(id) && !given.includes(id));
    expect(lost.length).toBeLessThanOrEqual(KILLS);
  },
  LONG_TEST,
);

test('what came too long ago while the flow was away is not given', async () => {
  await red.kill();
  const id = await ask('start');
  const data = stage.stack.database.dump()[stage.stack.namespace] as never as {
    monitor: Record<string, { controller: { action: { requests: Record<string, { at: number }> } } }>;
  };
  (data.monitor['line-1']?.controller.action.requests[`c${id}`] as { at: number }).at -= 31_000;
  stage.stack.database.load(stage.stack.namespace, data);
  await red.start();
  const next = await ask('stop');
  await eventually(async () => expect((await heard()).filter((each) => each >= id)).toEqual([next]));
  expect(action().requests[`c${id}`].taken).toBeUndefined();
});

test('a result waits on the disk while the service is away, also through a restart', async () => {
  await stage.stack.functions.monitor?.kill();
  // The live state still tells the camera what was asked before.
  const data = stage.stack.database.dump()[stage.stack.namespace] as never as {
    monitor: Record<string, { controller: { action: { requests: Record<string, object> } } }>;
  };
  const last = (await heard()).at(-1) as number;
  const id = last + 1;
  const request = { id, command: 'capture', by: 'editor', at: Date.now() };
  const controller = data.monitor['line-1']?.controller as { action: Record<string, unknown> };
  controller.action.request = request;
  (controller.action.requests as Record<string, object>)[`c${id}`] = request;
  stage.stack.database.load(stage.stack.namespace, data);
  await eventually(async () => expect((await heard()).at(-1)).toBe(id));
  await red.kill();
  await red.start();
  await stage.stack.functions.monitor?.restart();
  await eventually(() => expect(action().result).toMatchObject({ id, ok: true }));
  expect((await heard()).filter((each) => each === id)).toHaveLength(1);
});

test('the example "Commands" has a camera that obeys', async () => {
  const path = resolve(import.meta.dirname, '../../flow-nodes/examples/Commands.json');
  const nodes = JSON.parse(await readFile(path, 'utf8')) as { type: string; z?: string }[];
  const example = nodes.map((node) =>
    node.type === 'sightline-monitor'
      ? { ...node, address: stage.stack.baseUrl, credentials: { key } }
      : node,
  );
  await red.deploy(example);
  const told = async (command: string, params = {}) => {
    const id = await monitor().command({ command, params });
    return eventually(() => {
      expect(action().result).toMatchObject({ id });
      return action().result as { ok: boolean; message?: string };
    });
  };
  expect(await told('start')).toMatchObject({ ok: true });
  await eventually(() => expect(liveState(stage.stack, 'line-1').status).toBe(true));
  expect(await told('settings', { exposure: 12.5 })).toMatchObject({ ok: true, message: 'exposure 12.5 ms' });
  expect(await told('settings')).toMatchObject({ ok: false });
  expect(await told('dance')).toMatchObject({
    ok: false,
    message: expect.stringContaining('dance is not known here'),
  });
  expect(await told('stop')).toMatchObject({ ok: true });
  await eventually(() => expect(liveState(stage.stack, 'line-1').status).toBe(false));
});

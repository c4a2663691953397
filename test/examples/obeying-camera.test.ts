/**
 * `npm run camera -- --obey`, told by an editor.
 * @covers Contract 19 the sample camera obeys start, stop and capture
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { obey } from '../../emulators/camera/obey.ts';
import { withDefaults } from '../../emulators/camera/options.ts';
import { type ManageStage, openManageStage } from '../emulator/manage-stage.ts';
import { eventually, liveState, records } from '../support/factory.ts';

let stage: ManageStage;
const control = new AbortController();
let ended: Promise<void>;
beforeAll(async () => {
  stage = await openManageStage(['monitor', 'people-monitor'], { RATE_CURATE: 'off' });
  const { key } = (await stage.as('editor', '/monitor/line-1/keys', { method: 'POST' })).body.data;
  const options = withDefaults({ monitor: 'line-1', url: stage.stack.baseUrl, key, fps: 20 });
  ended = obey(options, { signal: control.signal });
});
afterAll(async () => {
  control.abort();
  await ended;
  await stage?.close();
});

async function tell(command: string): Promise<{ ok: boolean; message: string }> {
  const { body } = await stage.as('editor', '/monitor/line-1/command', { body: { command } });
  return eventually(() => {
    const { result } = liveState(stage.stack, 'line-1').controller.action;
    expect(result?.id).toBe(body.data.id);
    return result;
  });
}
const state = () => liveState(stage.stack, 'line-1');

test('capture stores one frame', async () => {
  const { ok, message } = await tell('capture');
  expect(ok).toBe(true);
  expect([...(await records(stage.stack, 'image')).keys()]).toEqual([message]);
  expect(state().status).toBeFalsy();
});

test('start begins a session and its frames, stop ends it; each again says so', async () => {
  expect(await tell('start')).toMatchObject({ ok: true, message: 'Started' });
  await eventually(() => expect(state()).toMatchObject({ status: true }));
  await eventually(() => expect(state().totalCounter).toBeGreaterThan(3));
  expect(await tell('start')).toMatchObject({ ok: true, message: 'It runs already' });
  expect(await tell('stop')).toMatchObject({ ok: true, message: expect.stringMatching(/^\d+ frames$/) });
  expect(state()).toMatchObject({ status: false });
  expect(await tell('stop')).toMatchObject({ ok: true, message: 'It was stopped already' });
});

test('what it does not know has failed', async () => {
  expect(await tell('dance')).toMatchObject({ ok: false, message: 'dance is not known here' });
});

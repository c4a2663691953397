/**
 * Contract 8: how long a process goes on believing in a device key.
 * @covers A revoked key and a removed person are refused within seconds, while frames keep coming
 */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { noteKeyRevision, proveDeviceKey } from '../../functions/src/common/access/prove-device-key.ts';
import { deviceKeys } from '../../functions/src/common/adapters/firestore/people/live-keys.ts';
import { standIn } from '../support/stand-in.ts';

let reads: number;
let isLive: boolean;
let onRead = () => {};
let keys = 0;
let key: string;

beforeEach(() => {
  jest.useFakeTimers();
  [reads, isLive, onRead] = [0, true, () => {}];
  keys += 1;
  key = `key ${keys}`;
  const find = async () => {
    reads += 1;
    onRead();
    return isLive ? { monitor: `line-${keys}`, holder: null } : null;
  };
  standIn({ deviceKeys }, { deviceKeys: { find } });
});
afterEach(() => {
  jest.useRealTimers();
});

const prove = (isCompared: boolean) => proveDeviceKey(key, 'here', isCompared);
const monitorWasRead = (revision: number) => noteKeyRevision(`line-${keys}`, revision);

test('a key is read every three seconds where its monitor is not compared', async () => {
  monitorWasRead(4);
  expect(await prove(false)).toEqual({ monitor: `line-${keys}`, holder: null });
  jest.advanceTimersByTime(2_999);
  await prove(false);
  expect(reads).toBe(1);
  isLive = false;
  jest.advanceTimersByTime(1);
  await expect(prove(false)).rejects.toThrow('unauthorized');
});

test('where it is compared, a key is remembered for a minute, together with the revision of its monitor', async () => {
  monitorWasRead(4);
  expect(await prove(true)).toEqual({ monitor: `line-${keys}`, holder: null });
  jest.advanceTimersByTime(59_999);
  expect(await prove(true)).toEqual({ monitor: `line-${keys}`, holder: null, revision: 4 });
  expect(reads).toBe(1);
  jest.advanceTimersByTime(1);
  await prove(true);
  expect(reads).toBe(2);
});

test('a monitor that was read after the key proves nothing: its revision may already count the revocation', async () => {
  onRead = () => monitorWasRead(5);
  await prove(true);
  jest.advanceTimersByTime(3_000);
  isLive = false;
  await expect(prove(true)).rejects.toThrow('unauthorized');
});

test('a revoked key is unknown afterwards, however it is asked for', async () => {
  monitorWasRead(4);
  await prove(true);
  jest.advanceTimersByTime(3_000);
  isLive = false;
  await expect(prove(false)).rejects.toThrow('unauthorized');
  await expect(prove(true)).rejects.toThrow('unauthorized');
});

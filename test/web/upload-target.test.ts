/**
 * How uploads reach the service: what a page is told while it is away, or while nobody is signed in.
 * @covers Contract 12: functions, the live database and sign-in away, an expired token (renewed, or the person signs in again and the decision is made once), images of a filter that cannot be counted (again, or at first), a missing picture, a slow network, what was entered (also where the sign-in ends), uploads (also offline), several changes of one image in their order, another person at the same browser
 */
import { expect, jest, test } from '@jest/globals';
import { SightlineError } from '../../client/src/sightline-error.ts';
import { Store } from '../../web/src/data/live/store.ts';

let answer: () => Promise<{ id: string }>;
let isSignedIn = true;
jest.unstable_mockModule('../../web/src/data/account.ts', () => ({
  currentPerson: () => ({ uid: 'ann' }),
  signedInAgain: async () => {},
  isSignedIn: async () => isSignedIn,
  onOtherPerson: () => {},
}));
jest.unstable_mockModule('../../web/src/data/firebase.ts', () => ({ getFirestore: null }));
const online = new Store(true);
jest.unstable_mockModule('../../web/src/data/live/online.ts', () => ({ online }));
jest.unstable_mockModule('../../web/src/data/service.ts', () => ({
  service: () => ({ monitors: () => ({ upload: () => answer() }) }),
}));
const { uploadTarget } = await import('../../web/src/data/uploads/upload-target.ts');
const { isServiceAway } = await import('../../web/src/data/persist.ts');

const refusal = (status: number) => async () => {
  throw new SightlineError('no', { kind: 'refused', status });
};
const send = () => uploadTarget('d', 'm', 's').send(new File(['x'], 'a.jpg'), new AbortController().signal);

test('without a connection, or while nobody is signed in, an upload waits; what is refused does not', async () => {
  answer = async () => {
    throw new SightlineError('away', { kind: 'unreachable' });
  };
  await expect(send()).rejects.toMatchObject({ kind: 'unreachable' });
  expect(isServiceAway.get()).toBe(true);
  answer = refusal(503);
  await expect(send()).rejects.toMatchObject({ status: 503 });
  expect(isServiceAway.get()).toBe(false);
  answer = async () => ({ id: 'i' });
  await expect(send()).resolves.toBe('i');
  expect(isServiceAway.get()).toBe(false);
  answer = refusal(401);
  await expect(send()).rejects.toMatchObject({ kind: 'refused', status: 401 });
  isSignedIn = false;
  await expect(send()).rejects.toMatchObject({ kind: 'unreachable' });
  answer = refusal(400);
  await expect(send()).rejects.toMatchObject({ kind: 'refused', status: 400 });
  expect(isServiceAway.get()).toBe(false);
  online.set(false);
  await expect(send()).rejects.toMatchObject({ kind: 'unreachable' });
});

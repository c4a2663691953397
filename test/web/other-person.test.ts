/**
 * What one person leaves behind at a sign-out is not done in the name of the next.
 * @covers Contract 12: functions, the live database and sign-in away, an expired token (renewed, or the person signs in again and the decision is made once), images of a filter that cannot be counted (again, or at first), a missing picture, a slow network, what was entered (also where the sign-in ends), uploads (also offline), several changes of one image in their order, another person at the same browser
 */
import { expect, jest, test } from '@jest/globals';
import { SightlineError } from '../../client/src/sightline-error.ts';
import { Store } from '../../web/src/data/live/store.ts';
import { en } from '../../web/src/text/en.ts';

let uid = 'ann';
const listeners: (() => void)[] = [];
jest.unstable_mockModule('../../web/src/data/account.ts', () => ({
  currentPerson: () => ({ uid }),
  isSignedIn: async () => true,
  signedInAgain: async () => true,
  onOtherPerson: (listener: () => void) => listeners.push(listener),
}));
const online = new Store(true);
jest.unstable_mockModule('../../web/src/data/live/online.ts', () => ({ online }));
const { untilAnswered } = await import('../../web/src/data/persist.ts');
const { knownUpload, rememberUpload } = await import('../../web/src/data/unfinished-uploads.ts');
const { remember, undo } = await import('../../web/src/app/state/undo-history.ts');
// Only now, because libraries look for a browser when they are imported.
Object.assign(globalThis, { window: new EventTarget() });

test('a change that waits for the service is not sent as somebody else', async () => {
  const by: string[] = [];
  const work = async () => {
    by.push(uid);
    if (by.length > 1) return;
    throw new SightlineError('away', { kind: 'unreachable' });
  };
  const away = () => {
    uid = 'ben';
    setImmediate(() => {
      online.set(false);
      online.set(true);
    });
  };
  await expect(untilAnswered(work, away)).rejects.toThrow('away');
  expect(by).toEqual(['ann']);
});

test('a step is not undone by somebody else', async () => {
  const undone = jest.fn(async () => {});
  remember({ label: 'step', undo: undone, redo: undone });
  for (const listener of listeners) listener();
  await undo(en);
  expect(undone).not.toHaveBeenCalled();
});

test('an upload that was interrupted is not continued by somebody else: its link takes the bytes of the one who began it', () => {
  const kept = new Map<string, string>();
  const getItem = (key: string) => kept.get(key) ?? null;
  const setItem = (key: string, value: string) => kept.set(key, value);
  Object.assign(globalThis, { localStorage: { getItem, setItem } });
  const file = { name: 'parts.zip', size: 9, lastModified: 1 };
  uid = 'ann';
  rememberUpload('parts', file, { id: 'import', upload: 'https://upload.test' });
  uid = 'ben';
  expect(knownUpload('parts', file)).toBeUndefined();
  rememberUpload('parts', file, { id: 'other', upload: 'https://upload.test/other' });
  uid = 'ann';
  expect(knownUpload('parts', file)?.id).toBe('import');
});

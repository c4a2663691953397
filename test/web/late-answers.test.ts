/**
 * Answers that come late pull nobody back, and what they refuse is not lost.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createPageCheck } from '../../web/src/app/places/page-check.ts';
import { stepTo } from '../../web/src/pages/image/step-to.ts';
import { followCreation } from '../../web/src/pages/versions/version-creation.ts';

const page = { pathname: '' };
const gone: string[] = [];
const go = (path: string) => {
  gone.push(path);
  page.pathname = path;
};

beforeEach(() => {
  Object.assign(globalThis, { location: page });
  gone.length = 0;
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'location');
});

/** Steps of the editor, pressed on one image. */
function steps() {
  page.pathname = '/datasets/parts/images/a';
  const neighbours = Promise.withResolvers<{ next: string | null; previous: string | null }>();
  const failures: unknown[] = [];
  const press = () =>
    stepTo('next', neighbours.promise, {
      isHere: createPageCheck(),
      open: (id) => go(`/datasets/parts/images/${id}`),
      end: () => gone.push('end'),
      failed: (error) => failures.push(error),
    });
  return { neighbours, failures, press };
}

test('three presses while the next image is not known yet are one step', async () => {
  const { neighbours, press } = steps();
  const pressed = [press(), press(), press()];
  neighbours.resolve({ next: 'b', previous: null });
  await Promise.all(pressed);
  expect(gone).toEqual(['/datasets/parts/images/b']);
});

test('who has left the editor is not led back when the next image is known, nor told that there is none', async () => {
  for (const next of ['b', null]) {
    const { neighbours, press } = steps();
    const pressed = press();
    page.pathname = '/datasets/parts';
    neighbours.resolve({ next, previous: null });
    await pressed;
  }
  const { neighbours, failures, press } = steps();
  const pressed = press();
  page.pathname = '/datasets/parts';
  neighbours.reject(new Error('away'));
  await pressed;
  expect([gone, failures]).toEqual([[], []]);
});

/** A version on its way, and what the person sees of it. */
function making() {
  page.pathname = '/datasets/parts/versions/new';
  const made = Promise.withResolvers<number>();
  const seen: string[] = [];
  const submitted = followCreation(made.promise, {
    isHere: createPageCheck(),
    ready: (number) => seen.push(`ready ${number}`),
    failed: (error) => seen.push(`failed ${(error as Error).message}`),
    leave: () => go('/datasets/parts/versions'),
  });
  return { made, seen, submitted };
}

test('a version that takes long leads to the list, but nobody who has gone elsewhere', async () => {
  const stayed = making();
  await jest.runAllTimersAsync();
  await stayed.submitted;
  expect(gone).toEqual(['/datasets/parts/versions']);
  stayed.made.resolve(1);
  const left = making();
  page.pathname = '/wall';
  await jest.runAllTimersAsync();
  await left.submitted;
  left.made.resolve(2);
  await left.made.promise;
  expect([gone, left.seen]).toEqual([['/datasets/parts/versions'], ['ready 2']]);
});

test('a version that is made at once moves nobody who has gone elsewhere', async () => {
  const { made, seen, submitted } = making();
  page.pathname = '/wall';
  made.resolve(3);
  await submitted;
  expect([gone, seen]).toEqual([[], ['ready 3']]);
});

test('a refusal is the form’s while it is open, and told where it is not', async () => {
  const soon = making();
  soon.made.reject(new Error('no images'));
  await expect(soon.submitted).rejects.toThrow('no images');
  const late = making();
  await jest.runAllTimersAsync();
  await late.submitted;
  late.made.reject(new Error('too many'));
  const left = making();
  page.pathname = '/wall';
  left.made.reject(new Error('busy'));
  await left.submitted;
  expect([soon.seen, late.seen, left.seen]).toEqual([[], ['failed too many'], ['failed busy']]);
});

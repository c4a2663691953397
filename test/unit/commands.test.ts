/**
 * What becomes of commands in the live state, and which calls may wait for one.
 * @covers Contract 19: commands in their order, each once, in time; few calls wait
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Action,
  askedBefore,
  type Command,
  MOST_COMMANDS,
  TAKEN_WITHIN,
  waitingIn,
  withCommand,
  withResult,
  withTaken,
} from '../../functions/src/common/live/commands.ts';
import { WaitingRoom } from '../../functions/src/monitor/commands/waiting-room.ts';

const command = (id: number, at = 0, more: Partial<Command> = {}): Command => ({
  ...{ id, command: 'capture', by: 'editor', at },
  ...more,
});
const asked = (...commands: Command[]): Action =>
  commands.reduce<Action>((action, each) => withCommand(action, each) as Action, {});
const ids = (action: Action, now = 0, late = false) => waitingIn(action, { late, now }).map(({ id }) => id);

test('commands wait in their order; the newest is the request', () => {
  const action = asked(command(2), command(9), command(10));
  expect(ids(action)).toEqual([2, 9, 10]);
  expect(action).toMatchObject({ status: false, request: { id: 10 } });
});

test('one that was overtaken does not come any more', () => {
  expect(withCommand(asked(command(5)), command(4))).toBe('overtaken');
  expect(withCommand(asked(command(5)), command(5))).toBe('overtaken');
});

test('a retry finds its command', () => {
  const action = asked(command(1, 0, { request: 'r' }), command(2));
  expect(askedBefore(action, 'r')?.id).toBe(1);
  expect(askedBefore(action, 'other')).toBeUndefined();
  expect(askedBefore(action, undefined)).toBeUndefined();
});

test('only so many may wait; those that nobody took in time make room', () => {
  const full = asked(...Array.from({ length: MOST_COMMANDS }, (_, at) => command(at + 1)));
  expect(withCommand(full, command(99, 0))).toBe('enough');
  const later = withCommand(full, command(99, TAKEN_WITHIN + 1)) as Action;
  expect(Object.keys(later.requests ?? {})).toHaveLength(MOST_COMMANDS);
  expect(ids(later, TAKEN_WITHIN + 1)).toEqual([99]);
});

test('it is taken once, and again only by the device that took it', () => {
  const taken = withTaken(asked(command(1)), 1, { at: 5, by: 'a' }) as Action;
  expect(taken.status).toBe(true);
  expect(ids(taken)).toEqual([]);
  expect(withTaken(taken, 1, { at: 6, by: 'a' })).toBe('known');
  expect(withTaken(taken, 1, { at: 6, by: 'b' })).toBe('taken by another');
  expect(withTaken(taken, 2, { at: 6, by: 'a' })).toBe('unknown');
  const nameless = withTaken(asked(command(1)), 1, { at: 5, by: '' }) as Action;
  expect(withTaken(nameless, 1, { at: 6, by: '' })).toBe('taken by another');
});

test('after 30 seconds only a device that says so takes it', () => {
  const action = asked(command(1));
  expect(ids(action, TAKEN_WITHIN)).toEqual([1]);
  expect(ids(action, TAKEN_WITHIN + 1)).toEqual([]);
  expect(ids(action, TAKEN_WITHIN + 1, true)).toEqual([1]);
  expect(withTaken(action, 1, { at: TAKEN_WITHIN + 1, by: 'a' })).toBe('late');
  expect(withTaken(action, 1, { at: TAKEN_WITHIN, by: 'a' })).toHaveProperty('status', true);
  expect(withTaken(action, 1, { at: TAKEN_WITHIN + 1, by: 'a', late: true })).toHaveProperty('status', true);
});

test('only what was taken is done, once', () => {
  const result = { id: 1, ok: true, at: 9 };
  expect(withResult(asked(command(1)), result)).toBe('not taken');
  expect(withResult({}, result)).toBe('unknown');
  const done = withResult(withTaken(asked(command(1)), 1, { at: 5, by: 'a' }) as Action, result) as Action;
  expect(done).toMatchObject({ status: false, result });
  expect(withResult(done, { ...result, ok: false })).toBe('known');
});

test('whatever two devices do, each command is taken at most once, in time', () => {
  const step = fc.record({
    kind: fc.constantFrom('ask', 'take', 'end'),
    id: fc.integer({ min: 1, max: 30 }),
    wait: fc.integer({ min: 0, max: 20_000 }),
    by: fc.constantFrom('a', 'b'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let action: Action = {};
      let now = 0;
      const takers = new Map<number, string>();
      for (const { kind, id, wait, by } of steps) {
        now += wait;
        if (kind === 'ask') {
          const next = withCommand(action, command(id, now));
          if (typeof next !== 'string') action = next;
        } else if (kind === 'take') {
          const before = action.requests?.[`c${id}`];
          const next = withTaken(action, id, { at: now, by });
          if (typeof next === 'string') continue;
          expect(now - (before?.at ?? -Infinity)).toBeLessThanOrEqual(TAKEN_WITHIN);
          expect(takers.has(id)).toBe(false);
          takers.set(id, by);
          action = next;
        } else {
          const next = withResult(action, { id, ok: true, at: now });
          if (typeof next !== 'string') expect(takers.has(id)).toBe(true);
          if (typeof next !== 'string') action = next;
        }
        expect(Object.keys(action.requests ?? {}).length).toBeLessThanOrEqual(MOST_COMMANDS);
      }
    }),
  );
});

test('one call of each caller waits: a newer one ends the older; there is room for few', () => {
  const room = new WaitingRoom(2);
  const first = room.enter('a');
  const second = room.enter('a');
  expect([first?.signal.aborted, second?.signal.aborted]).toEqual([true, false]);
  // The older one leaves late, and takes nothing with it.
  first?.leave();
  expect(room.enter('b')).not.toBeNull();
  expect(room.enter('c')).toBeNull();
  second?.leave();
  expect(room.enter('c')).not.toBeNull();
});

/**
 * What hooks are told of cameras, with a clock of its own and records in memory: each silence is told once, and so is its end.
 * @covers Contract 16: a camera that is silent or slow is told once within its gap plus a minute, and once when it is back, whoever looks
 */

import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cameras } from '../../functions/src/common/adapters/firestore/hooks/cameras.ts';
import { outbox } from '../../functions/src/common/adapters/firestore/hooks/outbox.ts';
import { sessions } from '../../functions/src/common/adapters/firestore/sessions/sessions.ts';
import { systemClock } from '../../functions/src/common/concurrency/clock.ts';
import type { PastSession, RunningCamera, Told } from '../../functions/src/common/hooks/camera-ports.ts';
import { watchCameras } from '../../functions/src/common/hooks/watch-cameras.ts';
import { slowAfter } from '../../packages/camera/src/camera-state.ts';
import { fc } from '../support/fast-check.ts';
import { standIn } from '../support/stand-in.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** A full minute. */
const START = 1_790_000_040_000;

interface Message extends Told {
  data: { session: string; since: number; rate?: number; was?: string };
}

/** Processes that are killed say so in the log. */
beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

/** A monitor, its frames, and what its hooks are told. */
class World {
  /** By the clock of the records. */
  time = START;
  told: Message[] = [];
  frames: { session: string; at: number }[] = [];
  calls: string[] = [];
  /** What happens to the next writes: a process may die before one, or after it. */
  fates: ('dies before' | 'dies after' | 'lives')[] = [];
  last: PastSession | null = null;
  expected: number | null = null;
  #record = { session: '', started: 0, told: null as Told | null, version: 0 };
  #sessions = 0;

  start(): void {
    this.#record = {
      session: `s${++this.#sessions}`,
      started: this.time,
      told: null,
      version: this.#record.version + 1,
    };
  }
  stop(): void {
    this.#record = { ...this.#record, session: '', told: null, version: this.#record.version + 1 };
  }
  send(): void {
    if (this.#record.session !== '') this.frames.push({ session: this.#record.session, at: this.time });
  }

  async *watched() {
    yield 'line';
  }
  async find(id: string): Promise<RunningCamera | null> {
    this.calls.push('find');
    const { session, ...record } = this.#record;
    if (session === '') return null;
    const more = { expected: this.expected, before: this.last && 'before', now: this.time };
    return { id, name: 'Line', session, ...record, ...more };
  }
  async past() {
    this.calls.push('past');
    return this.last;
  }
  #after = (session: string, time: number) =>
    this.frames.filter((frame) => frame.session === session && frame.at > time);
  async firstAfter(session: string, time: number) {
    this.calls.push('first');
    return this.#after(session, time)[0]?.at ?? null;
  }
  async countAfter(session: string, time: number, most: number) {
    this.calls.push(`count up to ${most}`);
    return Math.min(most, this.#after(session, time).length);
  }
  count = async (session: string) => this.#after(session, 0).length;
  async tell(camera: RunningCamera, told: Told, data: object) {
    const fate = this.fates.pop() ?? 'lives';
    if (fate === 'dies before') throw new Error('killed');
    if (camera.version !== this.#record.version) return false;
    this.#record = { ...this.#record, told, version: this.#record.version + 1 };
    this.told.push({ ...told, data: data as Message['data'] });
    if (fate === 'dies after') throw new Error('killed');
    return true;
  }

  /** @param skew milliseconds by which the clock of this process is wrong */
  look(skew = 0): Promise<void> {
    jest.spyOn(systemClock, 'now').mockReturnValue(this.time + skew);
    standIn(
      { cameras, outbox, sessions },
      { cameras: this, outbox: { async *waiting() {} }, sessions: { count: this.count } },
    );
    return watchCameras();
  }

  /** The time goes on: frames come so often, and somebody looks each minute. @param gap seconds; 0: none comes */
  async run(seconds: number, gap: number): Promise<void> {
    const end = this.time + seconds * SECOND;
    let next = gap === 0 ? end + 1 : this.time + gap * SECOND;
    while (this.time < end) {
      const minute = this.time - (this.time % MINUTE) + MINUTE;
      this.time = Math.min(next, minute, end);
      if (this.time === next) {
        this.send();
        next += gap * SECOND;
      }
      if (this.time === minute) await this.look();
    }
  }
  get types() {
    return this.told.map(({ type }) => type);
  }
}

type Fate = World['fates'][number];

interface Plan {
  expected: number;
  /** From the session before, or said. */
  isLearned: boolean;
  phases: { does: 'send' | 'be dead' | 'stop'; seconds: number }[];
  /** Those who look at once in a minute, and what becomes of each. */
  looks: Iterator<Fate[]>;
  skews: Iterator<number>;
}

interface Ran {
  id: string;
  start: number;
  end: number;
}

describe('whatever happens, a silence is told once, and so is its end', () => {
  const plan: fc.Arbitrary<Plan> = fc.record({
    expected: fc.constantFrom(0.5, 6, 60),
    isLearned: fc.boolean(),
    phases: fc.array(
      fc.record({
        does: fc.constantFrom('send', 'be dead', 'send', 'be dead', 'stop'),
        seconds: fc.integer({ min: 1, max: 900 }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    looks: fc.infiniteStream(
      fc.array(fc.constantFrom('dies before', 'dies after', 'lives'), { maxLength: 3 }),
    ),
    skews: fc.infiniteStream(fc.integer({ min: -7_200_000, max: 7_200_000 })),
  });

  /** Second by second. */
  async function live(world: World, { phases, expected, looks, skews }: Plan): Promise<Ran[]> {
    const ran: Ran[] = [];
    const begin = () => {
      world.start();
      ran.push({ id: `s${ran.length + 1}`, start: world.time, end: Number.POSITIVE_INFINITY });
    };
    const gap = (60 / expected) * SECOND;
    begin();
    for (const { does, seconds } of phases) {
      if (does === 'stop') {
        Object.assign(ran.at(-1) as Ran, { end: world.time });
        world.stop();
      }
      for (const end = world.time + seconds * SECOND; world.time < end; ) {
        world.time += SECOND;
        if (does === 'send' && world.time % gap === 0) world.send();
        if (world.time % MINUTE === 0) await lookAll(world, looks.next().value, skews);
      }
      if (does === 'stop') begin();
    }
    Object.assign(ran.at(-1) as Ran, { end: world.time + 1 });
    return ran;
  }

  /** Several processes at once; one of them lives. */
  async function lookAll(world: World, fates: Fate[], skews: Iterator<number>): Promise<void> {
    world.fates = fates;
    await Promise.all([...fates, 'lives'].map(() => world.look(skews.next().value)));
    world.fates = [];
    await world.look();
  }

  test('by random frames, stops, kills and clocks', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (planned) => {
        const { expected } = planned;
        const world = new World();
        if (planned.isLearned) world.last = { start: 0, stop: 60 * MINUTE, frames: 60 * expected };
        else world.expected = expected;
        const ran = await live(world, planned);
        for (const session of ran)
          checkSession(world, session, Math.max(15 * SECOND, (3 * MINUTE) / expected));
      }),
      { numRuns: 60 },
    );
  });

  function checkSession(world: World, { id, start, end }: Ran, silence: number): void {
    const told = world.told.filter(({ type, data }) => data.session === id && isLoud(type, data));
    expect(told.map(({ type }) => type)).toEqual(
      told.map((_, at) => (at % 2 === 0 ? 'monitor.silent' : 'monitor.back')),
    );
    expect(told.every(({ at }) => at >= start && at < end)).toBe(true);
    const points = [start, ...world.frames.filter(({ session }) => session === id).map(({ at }) => at)];
    for (const [index, from] of points.entries()) {
      const to = points[index + 1] ?? end;
      const inGap = told.filter(({ type, at }) => type === 'monitor.silent' && at >= from && at < to);
      expect(inGap.length).toBeLessThanOrEqual(1);
      const [silent] = inGap;
      if (silent) expect(silent.at - from).toBeGreaterThan(silence);
      if (silent) expect(Math.abs(silent.data.since - from)).toBeLessThanOrEqual(SECOND);
      if (from + silence + MINUTE < to) expect(silent?.at).toBeLessThanOrEqual(from + silence + MINUTE);
      if (!silent || to + MINUTE >= end) continue;
      const back = told.find(({ type, at }) => type === 'monitor.back' && at >= to);
      expect(back?.at).toBeLessThanOrEqual(to + MINUTE);
    }
  }

  const isLoud = (type: string, { was }: Message['data']) => type === 'monitor.silent' || was === 'silent';
});

describe('a camera', () => {
  const started = (expected: number | null, last: PastSession | null = null): World => {
    const world = Object.assign(new World(), { expected, last });
    world.start();
    return world;
  };

  test('that is stopped while it is silent is not back, and what was told is forgotten', async () => {
    const world = started(60);
    await world.run(120, 0);
    world.stop();
    await world.run(120, 0);
    world.start();
    await world.run(300, 1);
    expect(world.types).toEqual(['monitor.silent']);
    world.stop();
    world.start();
    await world.run(120, 0);
    expect(world.told.map(({ data }) => data.session)).toEqual(['s1', 's3']);
  });

  test('that sends at under half its rate is slow, once, until it sends as it should', async () => {
    const world = started(60);
    await world.run(300, 1);
    await world.run(600, 3);
    expect(world.told).toMatchObject([
      { type: 'monitor.slow', data: { rate: expect.closeTo(20, 0), expected: 60 } },
    ]);
    await world.run(300, 1);
    expect(world.types).toEqual(['monitor.slow', 'monitor.back']);
  });

  test('that sends again as it should is not slow because it was silent before', async () => {
    const world = started(2);
    await world.run(600, 30);
    await world.run(600, 0);
    await world.run(1200, 30);
    expect(world.types).toEqual(['monitor.silent', 'monitor.back']);
    await world.run(1200, 80);
    expect(world.types.slice(2)).toEqual(['monitor.slow']);
  });

  test('that is back for one frame only is told both at once', async () => {
    const world = started(60);
    await world.run(120, 0);
    const since = world.time + SECOND;
    await world.run(1, 1);
    await world.run(59, 0);
    expect(world.types).toEqual(['monitor.silent', 'monitor.back', 'monitor.silent']);
    expect(world.told.at(-1)).toMatchObject({ at: world.time, data: { since } });
  });

  test('of which nothing is known is judged by its own average', async () => {
    const world = started(null, { start: 0, stop: 10 * SECOND, frames: 1 });
    await world.run(600, 20);
    expect(world.types).toEqual([]);
    await world.run(120, 0);
    expect(world.told).toMatchObject([{ type: 'monitor.silent', at: START + 720 * SECOND }]);
    expect(Math.abs((world.told[0]?.since ?? 0) - START - 600 * SECOND)).toBeLessThanOrEqual(SECOND);
    expect(world.told[0]?.data).toMatchObject({ expected: null });
  });

  test('costs a few reads a minute, however fast it sends', async () => {
    const world = started(60_000);
    for (let at = 1; at <= 60_000; at += 1) world.frames.push({ session: 's1', at: START + at * 2 });
    world.time = START + 2 * MINUTE;
    await world.look();
    expect(world.calls).toEqual([
      'find',
      'first',
      `count up to ${(60_000 / 2) * (slowAfter(60_000) / MINUTE)}`,
    ]);
    world.calls = [];
    world.watched = async function* () {};
    await world.look();
    expect(world.calls).toEqual([]);
    const silent = started(60);
    await silent.run(120, 0);
    silent.calls = [];
    await silent.look();
    expect(silent.calls).toEqual(['find', 'first']);
  });
});

/**
 * The outbox: what was decided is kept until the service has answered, and sent once, whatever happens to the tab that made it.
 * @covers Contract 12: functions, the live database and sign-in away, an expired token (renewed, or the person signs in again and the decision is made once), images of a filter that cannot be counted (again, or at first), a missing picture, a slow network, what was entered (also where the sign-in ends), uploads (also offline), several changes of one image in their order, another person at the same browser
 */
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SightlineError } from '../../client/src/sightline-error.ts';
import { Store } from '../../web/src/data/live/store.ts';
import { type Call, type Entry, type Outcome, seenIn } from '../../web/src/data/outbox/entry.ts';
import { Outbox } from '../../web/src/data/outbox/outbox.ts';
import type { OutboxStore } from '../../web/src/data/outbox/outbox-store.ts';
import { eventually } from '../support/factory.ts';
import { memoryOutbox } from '../support/memory-outbox.ts';

const away = new SightlineError('away', { kind: 'unreachable' });
const refusal = new SightlineError('Forbidden', { kind: 'refused', status: 403, requestId: 'r1' });

/** The images of a service that remembers each key, may be away, and may die after it has made a change. */
class Service {
  readonly revisions = new Map<string, number>();
  readonly #answers = new Map<string, Outcome[]>();
  isAway = false;
  losesAnswer = false;
  refuses = false;
  hangs = false;
  /** Number of calls that their caller has ended. */
  ended = 0;
  /** Images as they were changed. */
  readonly made: string[] = [];

  async send({ id, call }: Entry, signal: AbortSignal): Promise<Outcome[]> {
    if (this.hangs) {
      await once(signal, 'abort');
      this.ended += 1;
      throw new SightlineError('aborted', { kind: 'aborted' });
    }
    if (this.isAway) throw away;
    if (this.refuses) throw refusal;
    const answer = this.#answers.get(id) ?? seenIn(call).map(([image, seen]) => this.#change(image, seen));
    this.#answers.set(id, answer);
    if (!this.losesAnswer) return answer;
    this.isAway = true;
    throw away;
  }

  #change(image: string, seen: number | null): Outcome {
    const revision = this.revisions.get(image) ?? 0;
    if (seen !== revision) return { image, outcome: 'stale', revision };
    this.revisions.set(image, revision + 1);
    this.made.push(image);
    return { image, outcome: 'done', revision: revision + 1 };
  }
}

let service: Service;
let store: OutboxStore;
let tabs: Tab[];
beforeEach(() => {
  service = new Service();
  store = memoryOutbox();
  tabs = [];
});
afterEach(() => {
  for (const tab of tabs) tab.kill();
});

/** One holder at a time, as in a browser; what dies gives it up. */
const lock = { last: Promise.resolve() as Promise<unknown> };

class Tab {
  readonly outbox: Outbox;
  readonly #chances: (() => void)[] = [];
  isOnline = true;
  readonly #channel = new BroadcastChannel('outbox of a test');
  #die = () => {};
  #isDead = false;

  constructor() {
    const dead = new Promise<void>((resolve) => {
      this.#die = resolve;
    });
    const mine: OutboxStore = {
      add: (entries) => this.#living(() => store.add(entries)),
      read: () => this.#living(() => store.read()),
      change: (which, work) => this.#living(() => store.change(which, work)),
    };
    this.outbox = new Outbox({
      store: mine,
      channel: this.#channel,
      alone: (work) => {
        lock.last = lock.last.then(() => Promise.race([dead, work()])).catch(() => {});
        return lock.last;
      },
      send: (entry, signal) => this.#living(() => service.send(entry, signal)),
      isOnline: () => this.isOnline,
      isAway: new Store(false),
      isFinal: async (error) => error !== away,
      nextChance: () => new Promise((resolve) => this.#chances.push(resolve)),
      onChanged: () => {},
    });
    tabs.push(this);
  }

  /** Lets what waits for the service try again. */
  again(): void {
    for (const chance of this.#chances.splice(0)) chance();
  }

  /** Nothing happens in a dead tab. */
  #living<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isDead) return new Promise(() => {});
    return work().then((value) => (this.#isDead ? new Promise<T>(() => {}) : value));
  }

  kill(): void {
    this.#isDead = true;
    this.outbox.close();
    this.#die();
  }

  decide(image: string, seen: number | null = 0) {
    return this.outbox.add('d', [change(image, seen)]);
  }
}

const change = (image: string, seen: number | null): Call => ({
  kind: 'change',
  changes: [{ image, seen, tag: 'bolt' }],
});

const idle = () => new Promise((resolve) => setTimeout(resolve, 5));

test('what a tab had not sent when it was closed is sent by the next, once and in order', async () => {
  service.isAway = true;
  const first = new Tab();
  for (let each = 0; each < 10; each += 1) {
    await first.decide(`image ${each}`).kept;
    await first.decide(`image ${each}`, 1).kept;
  }
  first.kill();
  service.isAway = false;
  const second = new Tab();
  await eventually(async () => expect(await store.read()).toEqual([]));
  expect(second.outbox.entries.get()).toEqual([]);
  expect(new Set(service.revisions.values())).toEqual(new Set([2]));
  expect(service.made).toHaveLength(20);
});

test('a change whose answer was lost with the tab is not made twice, and is not reported', async () => {
  service.losesAnswer = true;
  const first = new Tab();
  await first.decide('i').kept;
  await eventually(() => expect(service.made).toEqual(['i']));
  first.kill();
  service.losesAnswer = false;
  service.isAway = false;
  const second = new Tab();
  await eventually(async () => expect(await store.read()).toEqual([]));
  expect([service.made, second.outbox.entries.get()]).toEqual([['i'], []]);
});

test('a call on its way ends when somebody signs out, and is sent when they are here again', async () => {
  service.hangs = true;
  const first = new Tab();
  await first.decide('i').kept;
  await eventually(async () => expect((await store.read())[0]?.isSent).toBe(true));
  first.outbox.close();
  await eventually(() => expect(service.ended).toBe(1));
  service.hangs = false;
  new Tab();
  await eventually(async () => expect([await store.read(), service.made]).toEqual([[], ['i']]));
});

test('one tab sends at a time, also what another makes, and that one gets its answer', async () => {
  service.isAway = true;
  const [one, other] = [new Tab(), new Tab()];
  const answer = one.decide('a').answer;
  await idle();
  const second = other.decide('b').answer;
  await idle();
  expect(one.outbox.entries.get()).toHaveLength(2);
  service.isAway = false;
  one.again();
  expect((await answer)[0]).toMatchObject({ image: 'a', outcome: 'done' });
  expect((await second)[0]).toMatchObject({ image: 'b', outcome: 'done' });
  await eventually(() => expect(other.outbox.entries.get()).toEqual([]));
});

describe('annotations of an image', () => {
  const annotate = (tag: string): Call => ({
    kind: 'annotate',
    image: 'i',
    tags: [{ type: 'rect', tag, x: 0, y: 0, w: 1, h: 1, labeled: 'manual' }],
    seen: 0,
  });

  test('of two tabs do not replace each other: the second is based on what it saw', async () => {
    const [one, other] = [new Tab(), new Tab()];
    service.isAway = true;
    const answers = [one.outbox.add('d', [annotate('one')]).answer];
    await idle();
    answers.push(other.outbox.add('d', [annotate('other')]).answer);
    await idle();
    service.isAway = false;
    one.again();
    const outcomes = (await Promise.all(answers)).flat().map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['done', 'stale']);
  });

  test('that a closed tab has left are saved before the next tab opens the image', async () => {
    service.isAway = true;
    const first = new Tab();
    await first.outbox.add('d', [annotate('one')]).kept;
    first.kill();
    const second = new Tab();
    let isSaved = false;
    const saved = second.outbox.saved('i').then(() => {
      isSaved = true;
    });
    await second.outbox.saved('another');
    expect(isSaved).toBe(false);
    service.isAway = false;
    await eventually(() => {
      second.again();
      expect(isSaved).toBe(true);
    });
    await saved;
    expect(service.revisions.get('i')).toBe(1);
  });
});

describe('what is undone', () => {
  test('is dropped where it was not sent', async () => {
    const tab = new Tab();
    tab.isOnline = false;
    const { ids, kept, answer } = tab.decide('i', 4);
    await kept;
    expect(await tab.outbox.withdraw(ids)).toEqual(new Map([['i', 4]]));
    expect(await answer).toMatchObject([{ image: 'i', outcome: 'done', revision: 4 }]);
    expect([tab.outbox.entries.get(), await store.read(), service.made]).toEqual([[], [], []]);
  });

  test('is not dropped where the service may have it', async () => {
    service.isAway = true;
    const tab = new Tab();
    const { ids } = tab.decide('i');
    await eventually(async () => expect((await store.read())[0]?.isSent).toBe(true));
    expect(await tab.outbox.withdraw(ids)).toEqual(new Map());
  });

  test('follows a change that is not answered, with the revision that this makes', async () => {
    service.isAway = true;
    const first = new Tab();
    await first.decide('i').kept;
    await first.decide('i', null).kept;
    first.kill();
    service.isAway = false;
    new Tab();
    await eventually(async () => expect(await store.read()).toEqual([]));
    expect(service.revisions.get('i')).toBe(2);
  });

  test('follows a change whose answer is kept just before the tab knows it', async () => {
    const tab = new Tab();
    const { change } = store;
    const following = new Promise<Outcome[]>((resolve) => {
      store.change = async (entries, work) => {
        await change(entries, work);
        if (entries !== 'all') return;
        store.change = change;
        resolve(tab.decide('i', null).answer);
      };
    });
    await tab.decide('i').answer;
    expect(await following).toMatchObject([{ outcome: 'done', revision: 2 }]);
  });

  test('leaves the image alone where the change before it was not made', async () => {
    service.revisions.set('i', 1);
    service.isAway = true;
    const tab = new Tab();
    const answers = [tab.decide('i').answer, tab.decide('i', null).answer];
    await idle();
    service.isAway = false;
    tab.again();
    const outcomes = (await Promise.all(answers)).flat().map(({ outcome }) => outcome);
    expect([outcomes, service.made]).toEqual([['stale', 'stale'], []]);
  });
});

describe('what is refused', () => {
  test('stays with the reason for the next visit, until it is dismissed', async () => {
    service.isAway = true;
    const first = new Tab();
    await first.decide('i').kept;
    first.kill();
    Object.assign(service, { isAway: false, refuses: true });
    const second = new Tab();
    await eventually(() =>
      expect(second.outbox.entries.get()[0]?.refusal).toEqual({
        message: 'Forbidden',
        status: 403,
        requestId: 'r1',
      }),
    );
    expect(second.outbox.holds('i')).toBe(false);
    await second.outbox.dismiss(second.outbox.entries.get());
    expect([second.outbox.entries.get(), await store.read()]).toEqual([[], []]);
  });

  test('stays also where somebody else has changed the image', async () => {
    service.isAway = true;
    const first = new Tab();
    await first.decide('i').kept;
    first.kill();
    service.isAway = false;
    service.revisions.set('i', 3);
    const second = new Tab();
    await eventually(() => expect(second.outbox.entries.get()[0]?.refusal?.message).toBe(''));
  });

  test('is told to whoever made it, who says it: it does not stay', async () => {
    service.refuses = true;
    const tab = new Tab();
    await expect(tab.decide('i').answer).rejects.toMatchObject({ status: 403, requestId: 'r1' });
    await eventually(async () => expect(await store.read()).toEqual([]));
  });
});

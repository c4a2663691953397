/**
 * The review: images one after the other, and an estimate of the remaining time.
 * @covers Contract 12: claims of the review: who may read and write them, expiry
 */
import { describe, expect, test } from '@jest/globals';
import type { ListedImage } from '../../client/src/curate/records.ts';
import { judgedAt, type Pace, timeFor } from '../../web/src/data/live/pace.ts';
import { type QueueSource, ReviewQueue } from '../../web/src/data/review-queue.ts';
import { doneWords } from '../../web/src/pages/review/done-words.ts';
import { en } from '../../web/src/text/en.ts';

const image = (number: number) => ({ id: `i${number}`, revision: 1 }) as ListedImage;

/** A source with this many images, and the requests to it. */
function source(count: number): QueueSource & { asked: (string | undefined)[] } {
  const asked: (string | undefined)[] = [];
  return {
    asked,
    page: async ({ after, limit }) => {
      asked.push(after);
      const from = after === undefined ? 0 : Number(after);
      const images = Array.from({ length: Math.min(limit, count - from) }, (_, index) => image(from + index));
      const next = from + limit < count ? String(from + limit) : null;
      return { images, next };
    },
  };
}

describe('the queue', () => {
  test('goes through all, reads on in time, and no page twice', async () => {
    const from = source(100);
    const queue = new ReviewQueue(from);
    await queue.fill();
    const seen: string[] = [];
    for (;;) {
      const { images, at } = queue.store.get();
      const front = images[at];
      if (!front) break;
      seen.push(front.id);
      queue.go(at + 1);
      await queue.fill();
    }
    expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => `i${index}`));
    expect(from.asked).toEqual([undefined, '40', '80']);
    expect(queue.store.get().isWhole).toBe(true);
  });

  test('begins with the wanted image, even if somebody else is looking at it', async () => {
    const queue = new ReviewQueue(source(5), 'i0');
    queue.avoid(new Set(['i0', 'i1']));
    await queue.fill();
    expect(queue.store.get().at).toBe(0);
    queue.judged('i0');
    expect(queue.store.get().at).toBe(2);
  });

  test('keeps places: what was rejected stays behind, and one can go back to it', async () => {
    const queue = new ReviewQueue(source(5));
    await queue.fill();
    queue.go(3);
    queue.update(
      new Map([
        ['i1', null],
        ['i2', { ...image(2), revision: 2 }],
      ]),
    );
    queue.goTo('i1');
    const { images, at } = queue.store.get();
    expect([at, images.length, images[2]?.revision]).toEqual([1, 5, 2]);
  });

  test('an image that comes again in a later page is not judged twice', async () => {
    const pages = [
      { images: [image(1), image(2)], next: 'x' },
      { images: [image(2), image(3)], next: null },
    ];
    const queue = new ReviewQueue({ page: async () => pages.shift() ?? { images: [], next: null } });
    await queue.fill();
    await queue.fill();
    expect(queue.store.get().images.map(({ id }) => id)).toEqual(['i1', 'i2', 'i3']);
  });

  test('whoever means an image gets it, although another is current by now, or none', async () => {
    const queue = new ReviewQueue(source(5));
    await queue.fill();
    queue.go(3);
    expect(queue.front()?.id).toBe('i3');
    expect([queue.front('i1')?.id, queue.store.get().at]).toEqual(['i1', 1]);
    expect([queue.front('i9'), queue.store.get().at]).toEqual([undefined, 1]);
  });

  test('says what failed, and goes on when asked again', async () => {
    const good = source(3);
    let isDown = true;
    const queue = new ReviewQueue({
      page: (options) => (isDown ? Promise.reject(new Error('down')) : good.page(options)),
    });
    await queue.fill();
    expect(queue.store.get().error?.message).toBe('down');
    isDown = false;
    await queue.fill();
    expect(queue.store.get()).toMatchObject({ error: null, isWhole: true });
  });
});

describe('two reviewers', () => {
  const ids = (queue: ReviewQueue) => queue.store.get().images.map(({ id }) => id);
  const front = (queue: ReviewQueue) => queue.store.get().images[queue.store.get().at]?.id;
  /** A queue that is filled from images of which some are judged by somebody else meanwhile. */
  async function queueOf(count: number) {
    const gone = new Set<string>();
    const page = async () => {
      const all = Array.from({ length: count }, (_, number) => image(number));
      return { images: all.filter(({ id }) => !gone.has(id)), next: null };
    };
    const queue = new ReviewQueue({ page });
    await queue.fill();
    return { queue, gone };
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve));

  test('what somebody else looks at is passed over, also when they were faster', async () => {
    const { queue } = await queueOf(6);
    queue.avoid(new Set(['i0', 'i1', 'i3']));
    expect(front(queue)).toBe('i2');
    queue.judged('i2');
    expect([front(queue), queue.store.get().elsewhere]).toEqual(['i4', 3]);
  });

  test('what they leave undecided comes again, what they judged does not', async () => {
    const { queue, gone } = await queueOf(4);
    queue.avoid(new Set(['i0', 'i1']));
    queue.judged('i2');
    queue.judged('i3');
    expect([front(queue), queue.store.get().isWhole, queue.store.get().elsewhere]).toEqual([
      undefined,
      true,
      2,
    ]);
    gone.add('i0');
    queue.avoid(new Set());
    await settled();
    await settled();
    expect([front(queue), queue.store.get().elsewhere]).toEqual(['i1', 0]);
    queue.judged('i1');
    expect(front(queue)).toBeUndefined();
    // Undo finds them all.
    expect(ids(queue)).toEqual(['i2', 'i3', 'i1']);
    queue.reopen('i3');
    expect(front(queue)).toBe('i3');
  });

  test('a list that keeps what was judged is asked only about the images that were passed over', async () => {
    const { page } = source(5);
    const asked: (readonly string[] | undefined)[] = [];
    const queue = new ReviewQueue({
      page: async ({ passed, ...options }) => {
        asked.push(passed);
        return passed ? { images: [image(3)], next: null } : page(options);
      },
    });
    queue.avoid(new Set(['i1', 'i3']));
    await queue.fill();
    for (const id of ['i0', 'i2', 'i4']) queue.judged(id);
    expect(queue.store.get()).toMatchObject({ at: 5, elsewhere: 2 });
    await queue.ignoreOthers();
    expect(asked).toEqual([undefined, ['i1', 'i3']]);
    const { images, at } = queue.store.get();
    expect(images.map(({ id }) => id)).toEqual(['i0', 'i2', 'i4', 'i3']);
    expect(at).toBe(3);
  });

  test('what somebody else had and gave back is not shown from the old list: they may have judged it', async () => {
    const { queue } = await queueOf(6);
    queue.avoid(new Set(['i1', 'i2']));
    queue.avoid(new Set(['i3']));
    expect(queue.coming(4).map(({ id }) => id)).toEqual(['i0', 'i4', 'i5']);
    queue.judged('i0');
    expect(front(queue)).toBe('i4');
    queue.close();
  });

  test('what is judged stays claimed until the service has answered', async () => {
    const { queue } = await queueOf(3);
    let answer = () => {};
    queue.judged('i0', new Promise<void>((resolve) => (answer = resolve)));
    expect(queue.wanted(1)).toEqual(['i0', 'i1']);
    answer();
    await settled();
    expect(queue.wanted(1)).toEqual(['i1']);
  });

  test('who goes to an image on purpose keeps it; who wants all gets all', async () => {
    const { queue } = await queueOf(3);
    queue.avoid(new Set(['i1', 'i2']));
    queue.go(2);
    queue.avoid(new Set(['i1', 'i2', 'i3']));
    expect(front(queue)).toBe('i2');
    queue.go(0);
    queue.judged('i0');
    expect(front(queue)).toBeUndefined();
    await queue.ignoreOthers();
    expect(front(queue)).toBe('i1');
  });

  test('a page that holds nothing new is read past', async () => {
    const pages = [
      { images: [image(1)], next: 'a' },
      { images: [image(1)], next: 'b' },
      { images: [image(2)], next: null },
    ];
    const queue = new ReviewQueue({ page: async () => pages.shift() ?? { images: [], next: null } });
    await queue.fill();
    expect(ids(queue)).toEqual(['i1', 'i2']);
  });
});

describe('at the end', () => {
  test.each([
    [{ judged: 55, skipped: 3, isLabelling: true }, '55 labelled, 3 skipped'],
    [{ judged: 212, skipped: 0, isLabelling: false }, '212 reviewed'],
    [{ judged: 0, skipped: 10, isLabelling: false }, '10 skipped'],
    [{ judged: 0, skipped: 0, isLabelling: false }, 'Nothing to review'],
  ])('%j is said as %s', (reviewed, words) => expect(doneWords(reviewed, en)).toBe(words));

  test('what was only passed is not judged, and comes again when asked for', async () => {
    const queue = new ReviewQueue(source(3));
    await queue.fill();
    queue.judged('i0');
    queue.go(2);
    queue.go(3);
    expect([queue.store.get().judged, queue.store.get().images.length]).toEqual([1, 3]);
    await queue.again();
    expect(queue.store.get().images[queue.store.get().at]?.id).toBe('i1');
  });
});

describe('the pace', () => {
  const at = (...moments: number[]) => moments.reduce<Pace>(judgedAt, []);

  test('is told after four judgements; a pause is no part of it', () => {
    expect(timeFor(at(0, 1000, 2000), 10)).toBeNull();
    expect(timeFor(at(0, 1000, 2000, 3000), 10)).toBe(10_000);
    expect(timeFor(at(0, 1000, 2000, 900_000, 901_000), 10)).toBe(10_000);
  });
});

/**
 * Contract 9: GET images: every combination of filters compared with a plain search in the same records, and the number of
 * reads.
 * @covers Contract 9 GET images: every combination of filters, pages, reads; thumbnails in the answer's bytes
 */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isLabelled, shardOf } from '../../functions/src/common/images/list-fields.ts';
import { SET_TYPES } from '../../packages/records/src/lists.ts';
import { type CostStage, openCostStage } from '../bench/cost/stage.ts';
import { call, furnish } from '../support/factory.ts';

const isLong = process.env.LONG === '1';
const IMAGES = isLong ? 100_000 : 1_200;
const DAY = 86_400_000;
const BEGUN = Date.UTC(2026, 9, 1);
/** Milliseconds between two images: two and a half days in total, some with equal dates. */
const STEP = (2.5 * DAY) / IMAGES;

let stage: CostStage;
let plan: Planned[];

interface Planned {
  id: string;
  tag: string | null;
  set: string;
  session: string;
  monitor: string | null;
  date: number;
  /** A tag that only annotations have. */
  boxed: string | null;
  checked: boolean;
}

/** Each property has its own period; one image in 997 is in REVIEW, one in 500 has the tag `rare`. */
function planned(at: number): Planned {
  return {
    id: `i${((at * 7919) % 1_000_003).toString(36).padStart(5, '0')}`,
    tag: at % 500 === 7 ? 'rare' : ([null, 'good', 'bad'][at % 3] as string | null),
    set: at % 997 === 5 ? 'REVIEW' : (['PREDETERMINED', 'TRAIN', 'TEST', 'TRAIN'][at % 4] as string),
    session: at % 5 < 2 ? '' : `s${Math.floor(at / 100) % 7}`,
    monitor: at % 11 === 0 ? null : `line-${1 + (at % 2)}`,
    date: BEGUN + Math.floor(Math.floor(at / 2) * 2 * STEP),
    boxed: at % 13 === 0 ? 'boxed' : null,
    checked: at % 7 < 3,
  };
}

beforeAll(async () => {
  stage = await openCostStage({ functions: ['dataset'] });
  await furnish(stage.stack);
  plan = Array.from({ length: IMAGES }, (_, at) => planned(at));
  await seed(plan);
  await seed([{ ...planned(1), id: 'foreign' }], 'other');
}, 1_200_000);
afterAll(() => stage?.close());

async function seed(some: readonly Planned[], dataset = 'bolts'): Promise<void> {
  const { firestore } = stage.stack;
  const writer = firestore.bulkWriter({ throttling: false });
  const tagRef = (id: string) => firestore.doc(`dataset/${dataset}/tag/${id}`);
  for (const { id, tag, boxed, monitor, checked, ...rest } of some) {
    const tags =
      boxed === null ? [] : [{ type: 'rect', tag: tagRef(boxed), x: 0, y: 0, w: 1, h: 1, labeled: 'manual' }];
    void writer.set(firestore.doc(`image/${id}`), {
      ...rest,
      uri: `gs://b/dataset/${dataset}/${id}.jpg`,
      name: `${id}.jpg`,
      masks: [],
      tags,
      imageData: Buffer.from(id),
      width: 4,
      height: 3,
      revision: 2,
      dataset: firestore.doc(`dataset/${dataset}`),
      tag: tag === null ? null : tagRef(tag),
      tagsContained: [tag, boxed].flatMap((each) => (each === null ? [] : [tagRef(each)])),
      monitor: monitor === null ? null : firestore.doc(`monitor/${monitor}`),
      shard: shardOf(dataset, id),
      checked,
      labelled: isLabelled({ tag, tags: tags as never, masks: [], checked }),
    });
  }
  await writer.close();
}

type Value = string | number | boolean;
type Filter = Record<string, Value | string[]>;

const FILTERS: Record<string, Filter[string][]> = {
  tag: ['good', 'rare', 'boxed', 'nothing', ['good', 'boxed', 'nothing']],
  set: ['TRAIN', 'REVIEW', ['TEST', 'REVIEW']],
  session: ['s3', 'day-2026-10-02'],
  monitor: ['line-1', ['line-1', 'line-2']],
  labelled: [true, false],
  checked: [true, false],
  from: [BEGUN + DAY / 2],
  to: [BEGUN + 1.2 * DAY],
};

/** Each filter is absent or has one of its values. */
const combinations = Object.entries(FILTERS).reduce<Filter[]>(
  (all, [name, values]) =>
    all.flatMap((some) => [some, ...values.map((value) => ({ ...some, [name]: value }))]),
  [{}],
);

function fits(image: Planned, filter: Filter): boolean {
  const contained = [image.tag, image.boxed];
  const day = new Date(image.date).toISOString().slice(0, 10);
  const session = image.session || `day-${day}`;
  return (
    (filter.tag === undefined || contained.some((each) => [filter.tag].flat().includes(each ?? ''))) &&
    (filter.set === undefined || [filter.set].flat().includes(image.set)) &&
    (filter.session === undefined || session === filter.session) &&
    (filter.monitor === undefined || [filter.monitor].flat().includes(image.monitor ?? '')) &&
    (filter.labelled === undefined ||
      (image.checked || contained.some((each) => each !== null)) === filter.labelled) &&
    (filter.checked === undefined || image.checked === filter.checked) &&
    (filter.from === undefined || image.date >= (filter.from as number)) &&
    (filter.to === undefined || image.date <= (filter.to as number))
  );
}

const newest = (a: Planned, b: Planned): number => b.date - a.date || (a.id < b.id ? 1 : -1);

async function page(filter: Filter) {
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([name, values]) => [values].flat().map((each) => [name, String(each)])),
  );
  const { status, body } = await call(stage.stack, `/dataset/bolts/images?${query}`);
  expect([status, body.error, body.status]).toEqual([200, false, 'success']);
  const { firestore } = await stage.take();
  return {
    images: body.images,
    next: body.next,
    reads: firestore.readsOf.image ?? 0,
    others: firestore.reads - (firestore.readsOf.image ?? 0),
  };
}

const ids = (images: readonly { id: string }[]): string[] => images.map(({ id }) => id);

describe('any combination of filters', () => {
  // The emulator has no indexes: with 100,000 images each query takes seconds.
  const some = combinations.filter((_, at) => at % (isLong ? 139 : 53) === 0);

  test.each(Array.from({ length: 8 }, (_, part) => part))(
    'part %i: matching images, newest first, with one read more than the page',
    async (part) => {
      const total = { reads: 0, most: 0 };
      for (const filter of some.filter((_, at) => at % 8 === part)) {
        const expected = ids(plan.filter((image) => fits(image, filter)).sort(newest));
        const limit = 40;
        const { images, next, reads, others } = await page({ ...filter, limit });
        expect([filter, ids(images)]).toEqual([filter, expected.slice(0, limit)]);
        // A query without results costs one read. The proxy may count the last of them slightly late, with
        // the next page.
        total.reads += reads;
        total.most += Math.min(limit, Math.max(expected.length, 1)) + 1;
        expect([filter, reads <= limit + 3]).toEqual([filter, true]);
        expect(others).toBe(1);
        if (expected.length > limit) expect(next).toEqual(expect.any(String));
      }
      expect(total.reads).toBeLessThanOrEqual(total.most + 2);
    },
    1_200_000,
  );
});

test.each([
  {},
  { tag: 'rare' },
  { set: 'REVIEW', monitor: 'line-1' },
  { session: 'day-2026-10-01', labelled: false },
  { labelled: true, checked: false },
  { tag: ['good', 'boxed'], set: ['TRAIN', 'TEST'], monitor: ['line-1', 'line-2'] },
])(
  'page by page: each image exactly once: %j',
  async (filter) => {
    const expected = ids(plan.filter((image) => fits(image, filter)).sort(newest)).slice(0, 500);
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null && seen.length < expected.length; ) {
      const { images, next } = await page({ ...filter, limit: 97, ...(after !== '' && { after }) });
      seen.push(...ids(images));
      after = next;
    }
    expect(seen.slice(0, expected.length)).toEqual(expected);
    if (expected.length < 500) expect(seen).toEqual(expected);
  },
  600_000,
);

test('images added meanwhile neither repeat nor hide any that existed at the start', async () => {
  const expected = ids(plan.filter((image) => fits(image, { session: 's1' })).sort(newest)).slice(0, 300);
  const seen: string[] = [];
  const stood = () => seen.filter((id) => !id.startsWith('late-'));
  for (let after = '', turn = 0; stood().length < expected.length; turn += 1) {
    const { images, next } = await page({ session: 's1', limit: 30, ...(after && { after }) });
    seen.push(...ids(images));
    const like = { ...planned(2), session: 's1' };
    await seed(
      [BEGUN - DAY, BEGUN + DAY, BEGUN + 9 * DAY].map((date, at) => ({
        ...like,
        id: `late-${turn}-${at}`,
        date,
      })),
    );
    after = next as string;
    if (after === null) break;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(stood().slice(0, expected.length)).toEqual(expected);
  const writer = stage.stack.firestore.bulkWriter();
  for (const id of seen.filter((each) => each.startsWith('late-')))
    void writer.delete(stage.stack.firestore.doc(`image/${id}`));
  await writer.close();
}, 600_000);

test('the fields of a listed image, with its thumbnail on request', async () => {
  const { images } = await page({ limit: 1, tag: 'good', thumbnails: true });
  const { id } = images[0];
  const image = plan.find((each) => each.id === id) as Planned;
  const { tag, set, session, monitor, date, checked } = image;
  expect(images[0]).toEqual({
    id,
    tag,
    set,
    session,
    monitor,
    date,
    tags: images[0].tags,
    masks: [],
    uri: `gs://b/dataset/bolts/${id}.jpg`,
    name: `${id}.jpg`,
    width: 4,
    height: 3,
    revision: 2,
    setBefore: null,
    review: null,
    checked,
    thumbnail: `data:image/webp;base64,${Buffer.from(id).toString('base64')}`,
  });
  expect((await page({ limit: 1, tag: 'good' })).images[0].thumbnail).toBeUndefined();
});

test('a date that a dashboard wrote as a timestamp comes first, and pages continue after it', async () => {
  const { firestore } = stage.stack;
  for (const [id, second] of [
    ['t1', 5],
    ['t2', 9],
    ['t3', 5],
  ] as const) {
    await seed([{ ...planned(1), id, set: 'VALIDATION' }]);
    await firestore.doc(`image/${id}`).update({ date: new Date(BEGUN + second * 1000) });
  }
  const seen: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const { images, next } = await page({ set: 'VALIDATION', limit: 1, ...(after !== '' && { after }) });
    seen.push(...ids(images));
    after = next;
  }
  expect(seen).toEqual(['t2', 't3', 't1']);
});

const TOO_MANY = 'tag, set and monitor must have 1 to 15 combinations of values';

const several = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${name}=a${at}`).join('&');

test('as many values as Firestore answers, each once; a value that is named twice counts once', async () => {
  const query = `${several('tag', 5)}&tag=a0&set=TRAIN&set=TEST&set=REVIEW`;
  expect((await call(stage.stack, `/dataset/bolts/images?${query}`)).status).toBe(200);
});

test.each([
  ['limit=0', 'limit must be a whole number from 1 to 200'],
  ['limit=201', 'limit must be a whole number from 1 to 200'],
  ['after=nonsense', 'after must be `next` of a page'],
  [`after=${Buffer.from('[1,"a/b"]').toString('base64url')}`, 'after must be `next` of a page'],
  [`after=${Buffer.from('[[1,-1],"a"]').toString('base64url')}`, 'after must be `next` of a page'],
  ['set=train', `set must be one of ${SET_TYPES.join(', ')}`],
  ['set=TRAIN&set=train', `set must be one of ${SET_TYPES.join(', ')}`],
  ['tag=a%2Fb', 'tag must be an id, or at most 15 of them'],
  ['tag=a&tag=', 'tag must be an id, or at most 15 of them'],
  ['tag=a&'.repeat(16), 'tag must be an id, or at most 15 of them'],
  [`${several('tag', 8)}&set=TRAIN&set=TEST`, TOO_MANY],
  ['monitor=..', 'monitor must be an id, or at most 15 of them'],
  ['labelled=yes', 'labelled must be true or false'],
  ['from=yesterday', 'from must be a time in Unix milliseconds'],
  ['to=9999999999999999', 'to must be a time in Unix milliseconds'],
])('?%s is 400', async (query, reason) => {
  const { status, body } = await call(stage.stack, `/dataset/bolts/images?${query}`);
  expect([status, body]).toEqual([400, { error: true, result: `Bad request: ${reason}` }]);
});

/**
 * Contract 14: the files of models become runs, whatever their format; what is not kept is said.
 * @covers Contract 14 check and make: six formats give the same lines; images by number, name, stem, address and id; classes by number and name; losses; files that are damaged
 */
import { describe, expect, test } from '@jest/globals';
import { Random } from '../../emulators/scenes/random.ts';
import type { Version } from '../../functions/src/common/versions/version-ports.ts';
import {
  findByIds,
  findInVersion,
  MOST_UNKNOWN,
} from '../../functions/src/dataset/runs/upload/find-images.ts';
import { tagFinder } from '../../functions/src/dataset/runs/upload/find-tags.ts';
import type { Reading } from '../../functions/src/dataset/runs/upload/read-predictions.ts';
import { recognizeUpload } from '../../functions/src/dataset/runs/upload/recognize-upload.ts';
import { sortedImages } from '../../functions/src/dataset/runs/upload/sorted-images.ts';
import { surveyUpload } from '../../functions/src/dataset/runs/upload/survey-upload.ts';
import type { UploadFormat } from '../../packages/formats/predictions.ts';
import { FileFault, ImportFault } from '../../packages/formats/src/read/import-fault.ts';
import type { ManifestImage } from '../../packages/records/src/manifest.ts';
import { type RunImage, runLine } from '../../packages/records/src/run-lines.ts';
import { tag } from '../support/dataset-record.ts';
import { imageRecord } from '../support/image-record.ts';
import { SEED } from '../support/seed.ts';
import { writeZip } from '../support/write-zip.ts';

const TAGS = ['odd', 'scratch', 'dent'].map((id) => ({ ...tag(id), id, name: `a ${id}` }));
const parameters = { tags: TAGS.map((each) => ({ ...each, unclassified: false })), tagmap: { odd: null } };
const version = { parameters } as unknown as Version;

const manifest = (image: string, fields: Partial<ManifestImage> = {}): ManifestImage => ({
  ...{ image, uri: `gs://b/${image}.jpg`, generation: '1', sha256: '', size: 1, width: 200, height: 100 },
  ...{
    name: `${image}.jpg`,
    set: 'TEST',
    tag: null,
    tags: [],
    masks: [],
    session: '',
    monitor: null,
    date: 0,
  },
  ...fields,
});
/** `c` and `d` have the same name, in two sets. */
const IMAGES = [
  manifest('a'),
  manifest('b'),
  manifest('c', { name: 'part.jpg' }),
  manifest('d', { name: 'part.jpg', set: 'TRAIN', width: 4, height: 4 }),
  manifest('e', { name: '0012.jpg', width: 0, height: 0 }),
];

async function* page<T>(...items: T[]): AsyncGenerator<T[]> {
  yield items;
}

interface Options {
  format?: UploadFormat;
  score?: number;
  tagMap?: Map<string, string | null>;
}

async function open(
  bytes: Buffer | string,
  { format, score, tagMap = new Map() }: Options = {},
): Promise<Reading> {
  const whole = Buffer.from(bytes as string);
  const range = async (start: number, end: number) => whole.subarray(start, end);
  const file = await recognizeUpload(range, { size: whole.length, format });
  const records = IMAGES.map(({ image: id, width, height }) =>
    imageRecord({ id, dataset: 'd', width, height }),
  );
  const recordsOf = async (ids: readonly string[]) => records.filter(({ id }) => ids.includes(id));
  const isOwn = file.format === 'ndjson';
  const known = { tags: TAGS, version: isOwn ? null : version, tagMap };
  const resolveTag = async (id: string) =>
    id === 'merged' ? 'dent' : TAGS.some((each) => each.id === id) ? id : undefined;
  return {
    file,
    findImages: isOwn ? findByIds(recordsOf) : await findInVersion(page(...IMAGES)),
    findTag: tagFinder(known, file.names, resolveTag),
    score,
  };
}

async function read(bytes: Buffer | string, options: Options = {}, most?: number) {
  const reading = await open(bytes, options);
  const survey = await surveyUpload(reading);
  const pages: RunImage[][] = await Array.fromAsync(sortedImages(reading, survey, most));
  return {
    format: reading.file.format,
    lines: pages.flat().map(runLine),
    labels: Object.fromEntries(survey.labels.map(({ label, tag: id }) => [label, id])),
    unmatched: survey.unmatched.shown().items.map(({ path }) => path),
    lost: survey.lost,
  };
}

const json = (...items: unknown[]): string => JSON.stringify(items);
const lines = (...items: unknown[]): string => items.map((each) => `${JSON.stringify(each)}\n`).join('');

/** Two boxes of `b` and one of `a`, in the words of each program. */
const FILES: Record<UploadFormat, Buffer | string> = {
  ndjson: lines(
    {
      image: 'image/b',
      predictions: [
        { tag: 'dataset/d/tag/dent', score: 0.5, box: [0.25, 0.5, 0.25, 0.25] },
        { tag: 'scratch', score: 0.75, box: [0, 0, 0.5, 0.5] },
      ],
    },
    { image: 'a', predictions: [{ tag: 'merged', score: 0.125, box: [0.5, 0.5, 0.5, 0.5] }] },
  ),
  coco: json(
    { image_id: 2, category_id: 2, bbox: [50, 50, 50, 25], score: 0.5 },
    { image_id: 1, category_id: 2, bbox: [100, 50, 100, 50], score: 0.125 },
    { image_id: 2, category_id: 1, bbox: [0, 0, 100, 50], score: 0.75 },
  ),
  ultralytics: json(
    { image_id: 'b', category_id: 2, bbox: [50, 50, 50, 25], score: 0.5 },
    { image_id: 'a', category_id: 2, bbox: [100, 50, 100, 50], score: 0.125 },
    { image_id: 'b', file_name: 'b.jpg', category_id: 1, bbox: [0, 0, 100, 50], score: 0.75 },
  ),
  yolo: writeZip([
    { path: 'labels/b.txt', bytes: '1 0.375 0.625 0.25 0.25 0.5\n0 0.25 0.25 0.5 0.5 0.75\n' },
    { path: 'labels/test/a.txt', bytes: '1 0.75 0.75 0.5 0.5 0.125\n' },
  ]),
  vertex: lines(
    {
      instance: { content: 'gs://b/a.jpg', mimeType: 'image/jpeg' },
      prediction: { displayNames: ['a dent'], confidences: [0.125], bboxes: [[0.5, 1, 0.5, 1]] },
    },
    {
      instance: { content: 'gs://elsewhere/test/b.jpg' },
      prediction: {
        displayNames: ['a dent', 'a scratch'],
        confidences: [0.5, 0.75],
        bboxes: [
          [0.25, 0.5, 0.5, 0.75],
          [0, 0.5, 0, 0.5],
        ],
      },
    },
  ),
  labelstudio: json(
    task('/data/upload/1/a.jpg', [['a dent', 0.125, 50, 50, 50, 50]]),
    task('/data/local-files/?d=images/test/b.jpg', [
      ['a scratch', 0.75, 0, 0, 50, 50],
      ['a dent', 0.5, 25, 50, 25, 25],
    ]),
  ),
};

function task(image: string, results: [label: string, score: number, ...place: number[]][]) {
  const result = results.map(([label, score, x, y, width, height]) => ({
    ...{ type: 'rectanglelabels', score },
    value: { x, y, width, height, rotation: 0, rectanglelabels: [label] },
  }));
  return { data: { image }, predictions: [{ model_version: 'one', result }] };
}

describe('the same predictions', () => {
  test.each(Object.keys(FILES) as UploadFormat[])('of %s are the same lines', async (format) => {
    const { lines: found, format: known, lost, unmatched } = await read(FILES[format]);
    expect(known).toBe(format);
    expect({ lost, unmatched }).toEqual({ lost: {}, unmatched: [] });
    expect(found).toEqual([
      '{"image":"a","predictions":[{"box":[0.5,0.5,0.5,0.5],"score":0.125,"tag":"dent"}]}',
      '{"image":"b","predictions":[{"box":[0,0,0.5,0.5],"score":0.75,"tag":"scratch"},{"box":[0.25,0.5,0.25,0.25],"score":0.5,"tag":"dent"}]}',
    ]);
  });

  test('whatever the order, and if they are read in parts', async () => {
    const items = JSON.parse(FILES.coco as string) as object[];
    expect((await read(json(...items.toReversed()), {}, 1)).lines).toEqual((await read(FILES.coco)).lines);
  });
});

describe('images', () => {
  const result = (fields: object) => ({ category_id: 1, bbox: [0, 0, 1, 1], score: 1, ...fields });
  const imagesOf = async (...items: object[]) => {
    const { lines: found, unmatched } = await read(json(...items.map(result)));
    return [found.map((line) => JSON.parse(line).image), unmatched];
  };

  test('names count before numbers, which tell equal names apart', async () => {
    expect(await imagesOf({ image_id: 1, file_name: 'b.jpg' })).toEqual([['b'], []]);
    expect(await imagesOf({ image_id: 4, file_name: 'part.jpg' })).toEqual([['d'], []]);
    expect(await imagesOf({ image_id: 1, file_name: 'part.jpg' })).toEqual([[], ['part.jpg']]);
    expect(await imagesOf({ image_id: 9, file_name: 'train/part.jpg' })).toEqual([['d'], []]);
    expect(await imagesOf({ image_id: 6 }, { image_id: 1 })).toEqual([['a'], ['image 6']]);
  });

  test('a number that is a name stays one, if the format says so', async () => {
    const text = json(result({ image_id: '0012' }), result({ image_id: 'nowhere' }));
    const { unmatched, lost } = await read(text);
    expect(unmatched).toEqual(['nowhere']);
    expect(lost).toEqual({ 'places in pixels of images whose size is not known': 1 });
  });

  test('a number without leading zeros is a name of digits, if the format is that of Ultralytics', async () => {
    const named = json(result({ image_id: 12 }), result({ image_id: 13 }));
    const { unmatched, lost } = await read(named, { format: 'ultralytics' });
    expect(unmatched).toEqual(['image 13']);
    expect(lost).toEqual({ 'places in pixels of images whose size is not known': 1 });
  });

  test('of which the model saw nothing, and of another dataset', async () => {
    const file = lines(
      { image: 'a', predictions: [{ tag: 'dent', score: 1 }] },
      { image: 'a', predictions: [] },
      { image: 'foreign', predictions: [] },
      { image: 'with/slash', predictions: [] },
    );
    const { lines: found, unmatched } = await read(file);
    expect(found).toEqual(['{"image":"a","predictions":[]}']);
    expect(unmatched).toEqual(['foreign', 'with/slash']);
  });
});

describe('classes', () => {
  const file = lines({
    instance: { content: 'gs://b/a.jpg' },
    prediction: { displayNames: ['fine', 'a dent', 'dent'], confidences: [1, 1, 1] },
  });

  test('that are no tags are left out, and said; the tag map decides first', async () => {
    const { labels, lines: found } = await read(file);
    expect(labels).toEqual({ fine: null, 'a dent': 'dent', dent: 'dent' });
    expect(JSON.parse(found[0]!).predictions).toHaveLength(2);
    const tagMap = new Map([
      ['fine', 'a odd'],
      ['dent', null],
    ]);
    expect((await read(file, { tagMap })).labels).toEqual({ fine: 'odd', 'a dent': 'dent', dent: null });
  });

  test("of a classifier's texts are names behind scores", async () => {
    const zip = writeZip([
      { path: 'a.txt', bytes: '0.93 a dent\n0.07 scratch\n' },
      { path: 'b.txt', bytes: '1.00 scratch\n.00 a dent' },
    ]);
    const { labels, lines: found } = await read(zip);
    expect(labels).toEqual({ 'a dent': 'dent', scratch: 'scratch' });
    expect(found.map((each) => JSON.parse(each).predictions)).toEqual([
      [
        { score: 0.93, tag: 'dent' },
        { score: 0.07, tag: 'scratch' },
      ],
      [
        { score: 1, tag: 'scratch' },
        { score: 0, tag: 'dent' },
      ],
    ]);
  });

  test('numbers are those of data.yaml, if the archive has one', async () => {
    const zip = writeZip([
      { path: 'data.yaml', bytes: 'names: [a dent, other]' },
      { path: 'a.txt', bytes: '0 .5 .5 .5 .5 1\n1 .5 .5 .5 .5 1\n7 .5 .5 .5 .5 1' },
    ]);
    expect((await read(zip)).labels).toEqual({ 'a dent': 'dent', other: null, 'class 7': null });
  });
});

describe('outlines are masks', () => {
  /** The left half of image d, whose pixels are 4 by 4: two columns. */
  const half = { counts: '088', size: [4, 4] };
  const [left, box] = [
    [0, 0, 0.5, 0, 0.5, 1, 0, 1],
    [0, 0, 0.5, 1],
  ];
  const percent = Array.from({ length: 4 }, (_, at) =>
    left.slice(2 * at, 2 * at + 2).map((each) => 100 * each),
  );
  const studio = (type: string, value: object) => {
    const result = {
      type,
      original_width: 4,
      original_height: 4,
      value: { [type]: ['a scratch'], ...value },
    };
    return json({ data: { image: 'train/part.jpg' }, predictions: [{ score: 0.5, result: [result] }] });
  };
  /** In bits: 64 values, words of 8 bits, counts of 4; then, row by row, eight times 255 and eight times 0. */
  const row = ['11111111', '00000000'].map((value) => `1000111${value}`).join('');
  const bits = `${(64).toString(2).padStart(32, '0')}00111${'0011'.repeat(4)}${row.repeat(4)}`;
  const brush = Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(8 * at, 8 * at + 8).padEnd(8, '0'), 2),
  );
  test.each([
    ['COCO', json({ image_id: 4, category_id: 1, score: 0.5, segmentation: [left.map((each) => 4 * each)] })],
    ['YOLO', writeZip([{ path: 'train/part.txt', bytes: `0 ${left.join(' ')} 0.5` }])],
    ['Label Studio', studio('polygonlabels', { points: percent })],
    ["Label Studio's brush", studio('brushlabels', { rle: brush })],
  ])('of %s', async (_, file) => {
    const { lines: found, lost } = await read(file);
    expect(lost).toEqual({});
    const [prediction] = JSON.parse(found[0]!).predictions;
    expect(prediction).toMatchObject({ tag: 'scratch', score: 0.5, rle: half });
    if (prediction.box) expect(prediction.box).toEqual(box);
  });

  test('unless nobody knows how large their image is', async () => {
    const zip = writeZip([{ path: '0012.txt', bytes: `0 ${left.join(' ')} 0.5` }]);
    const { lines: found, lost } = await read(zip);
    expect(lost).toEqual({ outlines: 1 });
    expect(JSON.parse(found[0]!).predictions).toEqual([{ box, score: 0.5, tag: 'scratch' }]);
  });
});

describe('what is not kept', () => {
  test('scores are asked for, never assumed', async () => {
    const zip = writeZip([{ path: 'a.txt', bytes: '0 .5 .5 .5 .5' }]);
    await expect(read(zip)).rejects.toThrow('predictions without a score');
    expect((await read(zip, { score: 0.25 })).lines).toEqual([
      '{"image":"a","predictions":[{"box":[0.25,0.25,0.5,0.5],"score":0.25,"tag":"scratch"}]}',
    ]);
  });

  test('is counted by kind', async () => {
    const of = (fields: object) => ({ image_id: 1, category_id: 1, bbox: [0, 0, 9, 9], score: 1, ...fields });
    const rle = (size: number[], counts: unknown) => ({ segmentation: { size, counts } });
    const many = Array.from({ length: 1001 }, (_, at) => of({ image_id: 2, score: at / 1001 }));
    const { lost, lines: found } = await read(
      json(
        ...[of({ score: 2 }), of({ bbox: [300, 0, 9, 9] }), of({ segmentation: [[0, 0, 9, 9]] })],
        ...[
          of(rle([4, 4], '52203')),
          of({ image_id: 4, ...rle([4, 4], [5, 2, 2, 2, 5]) }),
          of(rle([4, 4], null)),
        ],
        ...many,
      ),
    );
    expect(lost).toEqual({
      'scores that are not from 0 to 1': 1,
      'places outside of their images': 1,
      outlines: 1,
      'masks of another size than their images': 1,
      'masks in an encoding that is not read': 1,
      'predictions beyond the best 1000 of an image': 1,
    });
    const [, best, masked] = found.map((line) => JSON.parse(line).predictions);
    expect(best).toHaveLength(1000);
    expect(best.at(-1).score).toBe(0.000999);
    expect(masked).toEqual([
      { box: [0, 0, 1, 1], rle: { counts: '52203', size: [4, 4] }, score: 1, tag: 'scratch' },
    ]);
  });

  test('of Label Studio: other shapes and models', async () => {
    const [first] = JSON.parse(FILES.labelstudio as string);
    first.predictions[0].result.push(
      { type: 'brushlabels', value: {} },
      { type: 'textarea', value: {} },
      { type: 'rectanglelabels', value: { rotation: 5 } },
      { type: 'choices', score: 1, value: { choices: ['a scratch'] } },
    );
    first.predictions.push({ result: [] });
    const { lost, lines: found } = await read(json(first));
    expect(lost).toEqual({
      'masks in an encoding that is not read': 1,
      ...{ 'predictions of other kinds': 1, 'turned boxes': 1 },
      'predictions by further models': 1,
    });
    expect(JSON.parse(found[0]!).predictions[0]).toEqual({ score: 1, tag: 'scratch' });
  });
});

describe('files that are of no format, or damaged', () => {
  test.each([
    ['', 'it is empty'],
    ['[]', 'it is empty'],
    ['{"a":1}', 'its format is not known'],
    ['[{"a":1}]', 'its format is not known'],
    ['{"image":"a","predictions":[]}\nnot', 'it is not JSON'],
    ['{"image":"a","predictions":[]}\n[]', 'line 2 is not a JSON object'],
    [writeZip([{ path: 'a.jpg', bytes: 'x' }]), 'the archive has no texts'],
    [writeZip([{ path: 'a.txt', bytes: 'x y' }]), 'line 1 is not a prediction'],
  ])('%#', async (bytes, reason) => {
    await expect(read(bytes)).rejects.toThrow(reason);
  });

  test('the format that is given is the one that is read', async () => {
    await expect(read('[{}]', { format: 'ndjson' })).rejects.toThrow('not a file of ndjson');
    await expect(read(FILES.yolo, { format: 'coco' })).rejects.toThrow('it is an archive');
  });

  test(`mutations end in a fault or in lines (seed ${SEED})`, async () => {
    const random = new Random(SEED);
    const all = Object.values(FILES).map((each) => Buffer.from(each as string));
    for (let at = 0; at < (process.env.LONG ? 1000 : 200); at += 1) {
      const bytes = Buffer.from(random.pick(all));
      for (let count = random.whole(1, 4); count > 0; count -= 1)
        bytes[random.whole(0, bytes.length - 1)] = random.whole(0, 255);
      const end = await read(bytes).catch((error) => error);
      const isSaid = Array.isArray(end.lines) || end instanceof ImportFault || end instanceof FileFault;
      expect([isSaid, end]).toEqual([true, end]);
    }
  });
});

test('ids that are no images of the dataset are looked up once each, and no more than so many', async () => {
  const asked: string[] = [];
  const findImages = findByIds(async (ids) => {
    asked.push(...ids);
    return ids.filter((id) => id === 'real').map((id) => imageRecord({ id }));
  });
  const keys = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `n${from + at}` }));
  expect(await findImages([{ id: 'real' }, { id: 'no' }, { id: 'real' }, { id: '../x' }])).toEqual([
    expect.objectContaining({ image: 'real' }),
    undefined,
    expect.objectContaining({ image: 'real' }),
    undefined,
  ]);
  await findImages([{ id: 'real' }, { id: 'no' }]);
  expect(asked).toEqual(['real', 'no']);
  await findImages(keys(0, MOST_UNKNOWN - 1));
  await expect(findImages(keys(MOST_UNKNOWN, 1))).rejects.toThrow(
    `${MOST_UNKNOWN + 1} or more of the ids that it names are no images of the dataset; at most ${MOST_UNKNOWN} may be`,
  );
  expect(asked).toHaveLength(2 + MOST_UNKNOWN);
});

test('predictions of one score keep the order in which they were sent, as pycocotools keeps that of the file', () => {
  const said = ['b', 'c', 'a'].map((tag) => ({ tag, score: tag === 'c' ? 0.9 : 0.5 }));
  const { predictions } = JSON.parse(runLine({ image: 'i', predictions: said }));
  expect(predictions.map((each: { tag: string }) => each.tag)).toEqual(['c', 'b', 'a']);
});

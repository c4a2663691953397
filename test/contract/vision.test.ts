/** @covers Embedded Vision */
import type { ImageAnnotatorClient } from '@google-cloud/vision';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { drawScene } from '../../emulators/scenes/scene.ts';
import { type RunningVision, startVision } from '../../emulators/vision/server.ts';
import { visionClient } from './vision-client.ts';

const GREY = { r: 128, g: 128, b: 128 };
const objects = new Map<string, Buffer>();
let vision: RunningVision;
let client: ImageAnnotatorClient;
let origin: string;
beforeAll(async () => {
  vision = await startVision({ port: 0, readObject });
  origin = `http://127.0.0.1:${vision.port}`;
  client = visionClient(vision.port);
});
afterEach(async () => {
  await fetch(`${origin}/__faults`, { method: 'DELETE' });
});
afterAll(async () => {
  await client.close();
  await vision.close();
});

async function readObject(bucket: string, name: string): Promise<Buffer> {
  const bytes = objects.get(`${bucket}/${name}`);
  if (!bytes) throw new Error('not there');
  return bytes;
}

type Box = [left: number, top: number, right: number, bottom: number];

/** A grey picture of 200 x 100 with white boxes, in pixels. */
async function picture(...boxes: Box[]): Promise<Buffer> {
  const white = boxes.map(([left, top, right, bottom]) => ({
    input: {
      create: { width: right - left, height: bottom - top, channels: 3 as const, background: '#fff' },
    },
    left,
    top,
  }));
  const ground = sharp({ create: { width: 200, height: 100, channels: 3, background: GREY } });
  return ground.composite(white).png().toBuffer();
}

async function localize(image: object, features: object = { type: 'OBJECT_LOCALIZATION' }) {
  const [answer] = await client.batchAnnotateImages({ requests: [{ image, features: [features] }] });
  return answer.responses![0]!;
}

const boxesOf = (answer: Awaited<ReturnType<typeof localize>>): Box[] =>
  answer.localizedObjectAnnotations!.map(({ boundingPoly }) => {
    const [first, , third] = boundingPoly!.normalizedVertices!;
    return [first!.x!, first!.y!, third!.x!, third!.y!];
  });

const near = (box: Box, other: Box): boolean => box.every((edge, at) => Math.abs(edge - other[at]!) < 0.015);

test('objects are returned as boxes with name and score, best first', async () => {
  const answer = await localize({ content: await picture([20, 20, 60, 80], [120, 40, 140, 60]) });
  const boxes = boxesOf(answer);
  expect(boxes).toHaveLength(2);
  expect(near(boxes[0]!, [0.1, 0.2, 0.3, 0.8])).toBe(true);
  expect(near(boxes[1]!, [0.6, 0.4, 0.7, 0.6])).toBe(true);
  const scores = answer.localizedObjectAnnotations!.map(({ score }) => score!);
  expect(scores[0]).toBeGreaterThan(scores[1]! + 0.03);
  for (const { name, score } of answer.localizedObjectAnnotations!) {
    expect(name).toMatch(/^[A-Z][a-z]+$/);
    expect(score! >= 0.5 && score! <= 1).toBe(true);
  }
});

test('a clearer object scores higher than a fainter one of its size', async () => {
  const clear = await localize({ content: await picture([80, 30, 120, 70]) });
  const faint = await sharp(await picture([80, 30, 120, 70]))
    .linear(0.3, 90)
    .png()
    .toBuffer();
  const [high, low] = [clear, await localize({ content: faint })].map(
    (answer) => answer.localizedObjectAnnotations![0]!.score!,
  );
  expect(high).toBeGreaterThan(low! + 0.05);
});

test('an empty picture has no objects', async () => {
  expect((await localize({ content: await picture() })).localizedObjectAnnotations).toEqual([]);
});

test.each([19, 'OBJECT_LOCALIZATION'])('the feature may be written %s', async (type) => {
  const content = await picture([20, 20, 60, 80]);
  expect(boxesOf(await localize({ content }, { type }))).toHaveLength(1);
});

test.each([
  [[{ type: 'LABEL_DETECTION' }], 'only has OBJECT_LOCALIZATION, not LABEL_DETECTION'],
  [[{ type: 19 }, { type: 11 }], 'not DOCUMENT_TEXT_DETECTION'],
  [[{ type: 'SMELL_DETECTION' }], `Invalid value at 'requests[0].features.type': "SMELL_DETECTION"`],
  [[{}], 'not TYPE_UNSPECIFIED'],
  [[], 'Request must specify image and features.'],
  [[{ type: 19, maxResults: -1 }], 'max_results'],
  [[{ type: 19, maxResults: 1.5 }], 'maxResults'],
  ['x', 'features'],
])('unsupported features are an error, not an empty answer: %j', async (features, sentence) => {
  const body = JSON.stringify({ requests: [{ image: { content: 'AAAA' }, features }] });
  const answer = await fetch(`${origin}/v1/images:annotate`, { method: 'POST', body });
  const error = { code: 400, status: 'INVALID_ARGUMENT', message: expect.stringContaining(sentence) };
  expect([answer.status, await answer.json()]).toEqual([400, { error }]);
});

test.each(['{"requests":[null]}', '{"requests":[{"image":{"content":5}}]}', '{"requests":{}}', '[]', '{'])(
  'an invalid body is refused: %s',
  async (body) => {
    const answer = await fetch(`${origin}/v1/images:annotate`, { method: 'POST', body });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { status: 'INVALID_ARGUMENT' } },
    ]);
  },
);

test('maxResults keeps the best', async () => {
  const content = await picture([20, 20, 60, 80], [120, 40, 140, 60], [160, 20, 180, 40]);
  const feature = { type: 'OBJECT_LOCALIZATION', maxResults: 1 };
  const boxes = boxesOf(await localize({ content }, feature));
  expect(boxes).toHaveLength(1);
  expect(near(boxes[0]!, [0.1, 0.2, 0.3, 0.8])).toBe(true);
  expect(boxesOf(await localize({ content }, { type: 'OBJECT_LOCALIZATION', maxResults: 2 }))).toHaveLength(
    2,
  );
  expect(boxesOf(await localize({ content }, { type: 'OBJECT_LOCALIZATION', maxResults: 0 }))).toHaveLength(
    3,
  );
});

test('coordinates that are 0 are left out of the JSON, and the client restores them', async () => {
  const content = await picture([0, 0, 60, 50]);
  const body = { requests: [{ image: { content: content.toString('base64') }, features: [{ type: 19 }] }] };
  const raw = await fetch(`${origin}/v1/images:annotate`, { method: 'POST', body: JSON.stringify(body) });
  const json = (await raw.json()) as {
    responses: { localizedObjectAnnotations: { boundingPoly: unknown }[] }[];
  };
  expect(json.responses[0]!.localizedObjectAnnotations[0]!.boundingPoly).toEqual({
    normalizedVertices: [{}, { x: expect.any(Number) }, expect.any(Object), { y: expect.any(Number) }],
  });
  expect(near(boxesOf(await localize({ content }))[0]!, [0, 0, 0.3, 0.5])).toBe(true);
});

test('a gs:// uri is read through readObject', async () => {
  objects.set('bucket/a b/ü.png', await picture([20, 20, 60, 80]));
  const answer = await localize({ source: { imageUri: 'gs://bucket/a b/ü.png' } });
  expect(near(boxesOf(answer)[0]!, [0.1, 0.2, 0.3, 0.8])).toBe(true);
});

test('a picture is analysed upright', async () => {
  const turned = await sharp(await picture([20, 20, 60, 80]))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(near(boxesOf(await localize({ content: turned }))[0]!, [0.2, 0.1, 0.8, 0.3])).toBe(true);
});

test('one bad image of several affects only its own answer', async () => {
  const images = [
    { content: Buffer.from('no picture') },
    { content: await picture([20, 20, 60, 80]) },
    { source: { imageUri: 'gs://bucket/gone.png' } },
    { source: { imageUri: 'https://example.com/x.png' } },
    {},
  ];
  const features = [{ type: 'OBJECT_LOCALIZATION' as const }];
  const [answer] = await client.batchAnnotateImages({
    requests: images.map((image) => ({ image, features })),
  });
  const errors = answer.responses!.map(({ error }) => error?.code ?? 0);
  expect(errors).toEqual([3, 0, 5, 7, 3]);
  expect(answer.responses![0]!.error!.message).toBe('Bad image data.');
  expect(boxesOf(answer.responses![1]!)).toHaveLength(1);
});

test('a truncated JPEG is bad image data', async () => {
  const { jpeg } = await drawScene({ seed: 1, kind: 'parts' });
  expect((await localize({ content: jpeg.subarray(0, 9000) })).error).toMatchObject({ code: 3 });
});

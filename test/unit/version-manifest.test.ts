/**
 * Contract 11: the manifest of a version.
 * @covers Contract 11 the manifest: canonical lines, order, the same in any process
 */
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import { lineWithoutSet, readLine, withSet } from '../../functions/src/common/versions/manifest.ts';
import { readManifest } from '../../functions/src/common/versions/read-manifest.ts';
import { PageStore } from '../../functions/src/dataset/page-store.ts';
import {
  LineSpool,
  type NumberedLine,
  type SpooledLine,
} from '../../functions/src/dataset/version/line-spool.ts';
import { byteOrder } from '../../packages/records/src/byte-order.ts';
import type { ManifestImage } from '../../packages/records/src/manifest.ts';
import { anyText, fc } from '../support/fast-check.ts';

const text = fc.oneof(
  anyText({ maxLength: 20 }),
  fc.constantFrom('"set":""', '\\"set":""', '\n', '\u2028', '"', 'ä\u0301'),
);
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const annotation = fc.record({
  ...{ type: fc.constantFrom('rect' as const, 'mask' as const, 'point' as const), tag: text },
  ...{ x: number, y: number, w: number, h: number },
  labeled: fc.constantFrom('manual' as const, 'inference' as const),
});
const record = fc.record({
  ...{ id: text, uri: text, name: text, session: text, content: text },
  ...{ tag: fc.option(text), monitor: fc.option(text) },
  ...{ checked: fc.boolean(), date: fc.integer({ min: 0 }), width: fc.nat(), height: fc.nat() },
  tags: fc.array(annotation, { maxLength: 3 }),
}) as unknown as fc.Arbitrary<ImageRecord>;
const mask = fc.record({ tag: text, uri: text, generation: text });
const set = fc.constantFrom('TRAIN' as const, 'TEST' as const, 'VALIDATION' as const);

/** RFC 8785 in its shortest form: members by UTF-16 code units, everything else as ECMAScript writes it. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`;
}

describe('a line', () => {
  test('is canonical JSON with the fields of the contract and no others', () => {
    fc.assert(
      fc.property(record, fc.array(mask), fc.nat(), set, (image, masks, size, chosen) => {
        const line = withSet(lineWithoutSet(image, { size, generation: '17' }, masks), chosen);
        expect(line).toBe(canonical(JSON.parse(line)));
        expect(line).not.toMatch(/\n/);
        const { id, content, checked, ...same } = image;
        const held = { ...same, masks, size, image: id, sha256: content, generation: '17', set: chosen };
        const whole = { ...held, ...(checked && { checked }) };
        expect(readLine(line)).toEqual(JSON.parse(JSON.stringify(whole)));
      }),
    );
  });

  test("a class is a model's until a person has checked it", () => {
    const suggested = { labeled: 'inference', run: 'night 7', acceptance: 'a1' };
    const lineOf = (checked: boolean) => {
      const image = { id: 'a', tag: 'good', tags: [], checked, suggested } as unknown as ImageRecord;
      return readLine(withSet(lineWithoutSet(image, { size: 9, generation: '1' }, []), 'TRAIN'));
    };
    expect(lineOf(false).suggested).toEqual({ run: 'night 7', acceptance: 'a1' });
    expect(lineOf(true).suggested).toBeUndefined();
  });

  test('an image with everything has exactly this line', () => {
    const image = {
      ...{
        id: 'a',
        uri: 'gs://b/dataset/d/a.jpg',
        name: 'a "b".jpg',
        tag: 'good',
        session: '',
        monitor: null,
      },
      ...{ checked: true, date: 5, width: 640, height: 480, content: 'c0' },
      tags: [{ type: 'rect', tag: 'good', x: 0.1, y: 0, w: 1e-7, h: 1, labeled: 'manual' }],
    } as unknown as ImageRecord;
    const masks = [{ tag: 'good', uri: 'gs://b/m.png', generation: '2' }];
    expect(withSet(lineWithoutSet(image, { size: 9, generation: '1' }, masks), 'TEST')).toBe(
      '{"checked":true,"date":5,"generation":"1","height":480,"image":"a","masks":[{"generation":"2","tag":"good","uri":"gs://b/m.png"}],' +
        '"monitor":null,"name":"a \\"b\\".jpg","session":"","set":"TEST","sha256":"c0","size":9,"tag":"good",' +
        '"tags":[{"h":1,"labeled":"manual","tag":"good","type":"rect","w":1e-7,"x":0.1,"y":0}],' +
        '"uri":"gs://b/dataset/d/a.jpg","width":640}',
    );
  });
});

const ids = fc.uniqueArray(anyText({ minLength: 1, maxLength: 6 }), { maxLength: 60 });

describe('the lines of a version', () => {
  test('come in the order of their ids, however they were read', async () => {
    await fc.assert(
      fc.asyncProperty(ids, fc.integer({ min: 1, max: 7 }), fc.nat(60), async (all, pageSize, at) => {
        const sorted = [...all].sort(byteOrder);
        // As the adapter reads: first those that name the dataset by reference, then the others, each in their order.
        const runs = [
          sorted.filter((_, index) => index % 7 !== at % 7),
          sorted.filter((_, index) => index % 7 === at % 7),
        ];
        const spool = new LineSpool(new PageStore('d', null));
        for (const run of runs)
          for (let start = 0; start < run.length; start += pageSize)
            await spool.add(
              run.slice(start, start + pageSize).map((id): SpooledLine => [id, JSON.stringify({ id })]),
            );
        const added = runs.flat();
        for (const _ of ['once', 'again']) {
          const lines: NumberedLine[] = [];
          for await (const page of spool.pages()) lines.push(...page);
          expect(lines).toEqual(sorted.map((id) => [added.indexOf(id), JSON.stringify({ id })]));
        }
      }),
    );
  });

  test('are read back whole, wherever the chunks of the object end', async () => {
    const image = (id: string) => ({ image: id, name: 'ü€😀' }) as unknown as ManifestImage;
    const all = ['a', 'b', 'c'].map(image);
    const bytes = Buffer.from(all.map((each) => `${JSON.stringify(each)}\n`).join(''));
    for (let size = 1; size < bytes.length; size += 1) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const read: ManifestImage[] = [];
      const objects = { read: () => Readable.from(chunks) };
      for await (const page of readManifest({ dataset: 'd', hash: 'h' }, objects)) read.push(...page);
      expect(read).toEqual(all);
    }
  });
});

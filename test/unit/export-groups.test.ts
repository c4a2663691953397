/**
 * Contract 11: splits never put one group on both sides, in any format. Each file is read by a reader of its own rules.
 * @covers Contract 11 a split keeps groups together in every format
 */
import { expect, test } from '@jest/globals';
import { readCoco } from '../readers/coco.ts';
import { readImageFolder } from '../readers/imagefolder.ts';
import { readMvtec } from '../readers/mvtec.ts';
import { readNdjson } from '../readers/ndjson.ts';
import type { ReadImage } from '../readers/read.ts';
import { readVertexLines } from '../readers/vertex-jsonl.ts';
import { readVoc } from '../readers/voc.ts';
import { readYolo } from '../readers/yolo.ts';
import { original } from '../support/export-corpus.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { readZip } from '../support/read-zip.ts';

// With fewer sessions, three frames would be too large a burst for the smallest set, and be cut.
const [SESSIONS, FRAMES] = [80, 3];
const COUNT = SESSIONS * FRAMES;
/** Frames of a session are far apart in the order of ids and of reading. */
const sessionOf = (at: number): string => `session-${at % SESSIONS}`;
const idOf = (at: number): string => `image-${String(at).padStart(3, '0')}`;

/** Three frames of each session: alike, and within a second. */
async function furnish(group: string): Promise<MemoryVersions> {
  const memory = new MemoryVersions('imageObjectDetection', [{ id: 'a', name: 'good' }]);
  for (let at = 0; at < COUNT; at += 1) {
    const box = { type: 'rect', tag: 'a', x: 0.1, y: 0.1, w: 0.5, h: 0.5, labeled: 'manual' } as const;
    const when = {
      session: sessionOf(at),
      date: (at % SESSIONS) * 600_000 + Math.floor(at / SESSIONS) * 400,
    };
    memory.add(idOf(at), { tag: 'a', tags: [box], look: '0123456789abcdef', ...when }, original(at));
  }
  await memory.make({ group, test: 20, validation: 20 });
  return memory;
}

const numberOf = ({ bytes, uri = '' }: ReadImage): number =>
  bytes ? bytes.readUInt16BE(3) : Number(/image-(\d+)/.exec(uri)?.[1]);

/** Rows of AutoML's and Vertex AI's CSV: the set, then the image. */
const readCsv = (text: string): ReadImage[] =>
  text
    .trimEnd()
    .split('\n')
    .map((row) => {
      const [, set = '', uri = ''] = /^([^,]+),([^,]+)/.exec(row) ?? [];
      return { set: set.toLowerCase() as ReadImage['set'], uri, classes: [], boxes: [], masks: [] };
    });

const decode = () => Promise.reject(new Error('a mask'));
const TEXTS: Readonly<Record<string, (text: string) => ReadImage[]>> = {
  ndjson: readNdjson,
  'vertex-jsonl': readVertexLines,
  csv: readCsv,
  'vertex-csv': readCsv,
};
const ARCHIVES: Readonly<
  Record<string, (files: ReadonlyMap<string, Buffer>) => ReadImage[] | Promise<ReadImage[]>>
> = {
  yolo: readYolo,
  coco: readCoco,
  voc: readVoc,
  imagefolder: (files) => readImageFolder(files, () => [64, 48]),
  masks: (files) => readMvtec(files, decode),
};

async function read(memory: MemoryVersions, format: string): Promise<ReadImage[]> {
  const { bytes } = await memory.export(format);
  return (
    TEXTS[format]?.(bytes.toString()) ?? (ARCHIVES[format]?.(await readZip(bytes)) as Promise<ReadImage[]>)
  );
}

/** Sets of each session. */
const setsOf = (images: readonly ReadImage[]): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  for (const image of images) {
    const session = sessionOf(numberOf(image));
    found.set(session, (found.get(session) ?? new Set()).add(image.set));
  }
  return found;
};

test.each(['session', 'burst'])('grouped by %s, in every format', async (group) => {
  const memory = await furnish(group);
  for (const format of [...Object.keys(TEXTS), ...Object.keys(ARCHIVES)]) {
    const images = await read(memory, format);
    expect([format, new Set(images.map(numberOf)).size]).toEqual([format, COUNT]);
    const sets = setsOf(images);
    expect([format, sets.size]).toEqual([format, SESSIONS]);
    expect([format, [...sets.values()].filter(({ size }) => size > 1)]).toEqual([format, []]);
    // A split that put everything in one set would pass.
    expect(new Set(images.map(({ set }) => set)).size).toBe(3);
  }
});

/** Suggestions from few labels: how good they are on scenes with fresh seeds, beside a colour histogram with HOG, and what they cost. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe } from '../../packages/look/src/descriptor.ts';
import { signatureOf } from '../../packages/look/src/signature.ts';
import { vectorsOf } from '../../packages/look/src/vectors.ts';
import { megabytes } from '../support/process-cost.ts';
import { figure, median, type Row } from './row.ts';
import { auditRows } from './suggest/audit-rows.ts';
import { colourAndHog } from './suggest/colour-and-hog.ts';
import { copyRows } from './suggest/copy-rows.ts';
import { accuracyRows, instructiveRow, unusualRow, wrongRow } from './suggest/label-rows.ts';
import type { PictureSet } from './suggest/picture-set.ts';
import { cutWindows, decode, drawPictures, KINDS, type Kind, type Picture } from './suggest/pictures.ts';

/** Scenes of each kind whose copies are looked for. */
const COPIED = 40;

/** @param photos a folder with one photograph for each class of windows */
export async function benchSuggest(photos?: string): Promise<Row[]> {
  const sets: PictureSet[] = [];
  const scenes: Record<Kind, Buffer[]> = { bolts: [], castings: [], surface: [] };
  for (const kind of Object.keys(KINDS) as Kind[])
    sets.push(await setOf(kind, drawPictures(kind), ({ jpeg }) => scenes[kind].push(jpeg)));
  const windows = photos === undefined ? [] : [await setOf('windows', cutWindows(photos))];
  const first = Object.values(scenes).flatMap((jpegs) => jpegs.slice(0, 10));
  for (const kind of Object.keys(KINDS) as Kind[]) scenes[kind].length = COPIED;
  return [
    ...[...sets, ...windows].flatMap(accuracyRows),
    ...sets.map(wrongRow),
    ...sets.map(instructiveRow),
    ...sets.map(unusualRow),
    ...auditRows(sets),
    ...(await copyRows(scenes)),
    await imageRow(first),
    ...(await scaleRows()),
  ];
}

async function setOf<T extends Picture>(
  name: string,
  pictures: AsyncIterable<T>,
  keep?: (picture: T) => void,
): Promise<PictureSet> {
  const [labels, ours, reference]: [number[], Int8Array[], Int8Array[]] = [[], [], []];
  for await (const picture of pictures) {
    keep?.(picture);
    labels.push(picture.label);
    ours.push(describe(picture.pixels));
    reference.push(colourAndHog(picture.pixels));
  }
  return {
    name,
    labels,
    classes: Math.max(...labels) + 1,
    vectors: vectorsOf(ours),
    reference: vectorsOf(reference),
  };
}

/** From the file to vector and signature. */
async function imageRow(jpegs: readonly Buffer[]): Promise<Row> {
  const costs: number[] = [];
  for (const jpeg of jpegs) {
    const before = process.cpuUsage();
    const pixels = await decode(jpeg);
    describe(pixels);
    signatureOf(pixels);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
  }
  return {
    ...figure('suggest: processor time of an image of 640 x 480', median(costs), 'ms'),
    bar: '<= 150 ms',
  };
}

async function scaleRows(): Promise<Row[]> {
  const worker = join(import.meta.dirname, 'suggest/scale-worker.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [worker]);
  const { suggesting, similar, peak, some, all, doubtingPeak } = JSON.parse(stdout) as Record<
    'suggesting' | 'similar' | 'peak' | 'some' | 'all' | 'doubtingPeak',
    number
  >;
  return [
    { ...figure('suggest: 100,000 vectors, a suggestion over all', suggesting, 's'), bar: '<= 10 s' },
    { ...figure('suggest: 100,000 vectors, similar images', similar, 's'), bar: '<= 1 s' },
    { ...figure('suggest: 100,000 vectors, peak memory', megabytes(peak), 'MB'), bar: '<= 512 MB' },
    { ...figure('suggest: wrong ones among 10,000 labels', some, 's'), bar: '<= 30 s' },
    { ...figure('suggest: wrong ones among 100,000 labels', all, 's'), bar: '<= 180 s' },
    { ...figure('suggest: the same, peak memory', megabytes(doubtingPeak), 'MB'), bar: '<= 512 MB' },
  ];
}

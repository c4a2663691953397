/** The import files of AutoML Vision and Vertex AI (Contract 4), with their pictures in the archive. */
import type { Entry } from '../src/read/entry.ts';
import { fittingFiles } from '../src/read/fitting-files.ts';
import { gather, type Line } from '../src/read/gather.ts';
import { folderOf } from '../src/read/image-index.ts';
import { type ImageLabels, type ImportSet, NO_LABELS, type Reader, type Source } from '../src/read/plan.ts';
import { VERTEX_SETS } from '../src/read/sets.ts';
import { recordsOf } from '../src/text/text-streams.ts';
import { finite, textOf } from '../src/text/values.ts';

const AUTOML_SETS: ReadonlyMap<string, ImportSet> = new Map([
  ['TRAIN', 'TRAIN'],
  ['TEST', 'TEST'],
  ['VALIDATION', 'VALIDATION'],
  ['UNASSIGNED', 'PREDETERMINED'],
]);
const PICTURE = /\.(jpe?g|png|webp|gif|bmp|tiff?|ico)$/i;
/** Columns after the label: x and y of the four corners of a box. */
const CORNERS = 8;

export const csv: Reader = (source) => readCsv(source, AUTOML_SETS);
export const vertexCsv: Reader = (source) => readCsv(source, VERTEX_SETS);

async function readCsv(source: Source, sets: typeof AUTOML_SETS): ReturnType<Reader> {
  const files = await fittingFiles(source.files('csv'), (file) => fits(file, source, sets));
  return gather(source, files, (file) => linesOf(file, source, sets));
}

/** The first row decides. A file without sets counts as Vertex AI's, where they are optional. */
async function fits(file: Entry, { archive }: Source, sets: typeof AUTOML_SETS): Promise<boolean> {
  for await (const [first = '', second = ''] of recordsOf(archive.stream(file)))
    return (sets.has(first) && PICTURE.test(second)) || (sets === VERTEX_SETS && PICTURE.test(first));
  return false;
}

async function* linesOf(file: Entry, { archive }: Source, sets: typeof AUTOML_SETS): AsyncGenerator<Line> {
  const folders = [folderOf(file.path)];
  for await (const record of recordsOf(archive.stream(file))) {
    const set = sets.get(record[0] ?? '');
    const [name = '', ...rest] = set ? record.slice(1) : record;
    yield { name, set: set ?? 'PREDETERMINED', folders, labels: labelsOf(rest) };
  }
}

/** The row of a box has its corners after the label; only two opposite ones are required. */
function labelsOf(fields: readonly string[]): ImageLabels {
  const [label = '', ...rest] = fields.map(textOf);
  const isBox = rest.length >= CORNERS && rest.every((each) => each === '' || !Number.isNaN(Number(each)));
  if (!isBox) return { ...NO_LABELS, classes: [label, ...rest].filter((each) => each !== '') };
  const corners = rest.slice(0, CORNERS);
  const given = (odd: number) => corners.filter((each, at) => at % 2 === odd && each !== '').map(finite);
  const [xs, ys] = [given(0), given(1)];
  if (label === '') return { ...NO_LABELS, lost: { 'annotations of an unlisted category': 1 } };
  if (xs.length === 0 || ys.length === 0) return { ...NO_LABELS, classes: [label] };
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const [w, h] = [Math.max(...xs) - x, Math.max(...ys) - y];
  return { ...NO_LABELS, boxes: [{ label, type: 'rect', unit: 'share', x, y, w, h }] };
}

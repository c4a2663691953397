/** Label Studio's own JSON: a list of tasks, or a file for each; places in percent of the image. */
import type { Entry } from '../src/read/entry.ts';
import { fittingFiles, MOST_FILES } from '../src/read/fitting-files.ts';
import { gather, type Line } from '../src/read/gather.ts';
import { folderOf, join } from '../src/read/image-index.ts';
import { type Fields, fieldsOf, listOf, numbersOf } from '../src/read/json-fields.ts';
import { LabelSink, type Size } from '../src/read/label-sink.ts';
import { boundsOfRows } from '../src/read/outline-box.ts';
import type { Reader, Source } from '../src/read/plan.ts';
import { setOfPath } from '../src/read/sets.ts';
import { isJsonList } from '../src/text/json-lines.ts';
import { jsonItems, parseJson } from '../src/text/text-streams.ts';
import { finite, isFields, textOf } from '../src/text/values.ts';
import { brushRuns } from './brush-runs.ts';

/** Maximum bytes of a file with one task. */
const MOST_TASK = 2 * 1024 * 1024;
/** Members of a task that name its picture. */
const PICTURE = /\.(jpe?g|png|webp)([?#].*)?$/i;

export const labelStudio: Reader = async (source) => {
  const listed = source.files('json');
  const lists = await fittingFiles(listed.slice(0, MOST_FILES), async (file) => {
    for await (const task of tasksOf(file, source)) return isTask(task);
    return false;
  });
  // A file for each task.
  const isSplit = lists.length > 0 && listed.length > MOST_FILES;
  return gather(source, isSplit ? listed : lists, (file) => linesOf(file, source));
};

const isTask = (task: Fields): boolean =>
  isFields(task.data) && (Array.isArray(task.annotations) || Array.isArray(task.completions));

async function* tasksOf(file: Entry, { archive }: Source): AsyncGenerator<Fields> {
  if (await isList(file, archive)) {
    for await (const { value } of jsonItems(archive.stream(file), { isList: true })) yield fieldsOf(value);
  } else if (file.size <= MOST_TASK) yield fieldsOf(parseJson(await archive.text(file, MOST_TASK)));
}

async function isList(file: Entry, archive: Source['archive']): Promise<boolean> {
  for await (const chunk of archive.stream(file)) return isJsonList(chunk);
  return false;
}

async function* linesOf(file: Entry, source: Source): AsyncGenerator<Line> {
  const folder = folderOf(file.path);
  for await (const task of tasksOf(file, source)) {
    if (!isTask(task)) continue;
    const sink = new LabelSink();
    const given = listOf(task.annotations ?? task.completions).map(fieldsOf);
    const [first, ...others] = given.filter(({ was_cancelled: cancelled }) => cancelled !== true);
    if (others.length > 0) sink.lose('annotations by further people', others.length);
    sink.lose('predictions', listOf(task.predictions).length);
    noteResults(listOf(first?.result).map(fieldsOf), sink);
    const name = pictureOf(task);
    const folders = [folder, join(folder, 'images'), 'images'];
    yield { name, set: setOfPath(name), folders, labels: sink.labels };
  }
}

/** `/data/upload/1/a.jpg`, `/data/local-files/?d=a.jpg`, or an address. */
export function pictureOf({ data, file_upload: uploaded }: Fields): string {
  const named = Object.values(fieldsOf(data))
    .map(textOf)
    .find((each) => PICTURE.test(each));
  const name = (named ?? textOf(uploaded)).replace(/^.*[?&]d=/, '').replace(/[?#].*$/, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A shape that was drawn apart from its label has that in a further result of its id. */
function noteResults(results: readonly Fields[], sink: LabelSink): void {
  const isShape = ({ type }: Fields) => /^(rectangle|polygon|ellipse|brush|bitmask)$/.test(textOf(type));
  const shapes = new Set(results.filter(isShape).map(({ id }) => textOf(id)));
  const isApart = ({ type, id }: Fields) => type === 'labels' && shapes.has(textOf(id));
  const labels = new Map(
    results.filter(isApart).map(({ id, value }) => [textOf(id), fieldsOf(value).labels]),
  );
  for (const result of results) if (!isApart(result)) noteResult(result, labels.get(textOf(result.id)), sink);
}

/** @param apart its labels, if they are not its own */
function noteResult(result: Fields, apart: unknown, sink: LabelSink): void {
  const value = fieldsOf(result.value);
  const type = textOf(result.type) || (Object.keys(value).find((key) => key.endsWith('labels')) ?? '');
  const labels = listOf(value[type] ?? value.labels ?? apart).map(textOf);
  const [label = ''] = labels;
  const size = { width: finite(result.original_width), height: finite(result.original_height) };
  const scale = size.width > 0 && size.height > 0 ? size : { width: 100, height: 100 };
  const [across, down] = [scale.width / 100, scale.height / 100];
  const [x, y] = [finite(value.x) * across, finite(value.y) * down];
  const degrees = finite(value.rotation);
  if (typeof result.score === 'number') sink.lose('scores');
  sink.lose('attributes', Math.max(0, labels.length - 1));
  if (type === 'choices') for (const choice of listOf(value.choices)) sink.class(textOf(choice));
  else if (/^rectangle(labels)?$/.test(type)) {
    const box = [x, y, finite(value.width) * across, finite(value.height) * down];
    sink.turned(label, box, { degrees, around: [x, y] }, scale);
  } else if (/^polygon(labels)?$/.test(type)) {
    const points = listOf(value.points).flatMap((point) => numbersOf(point).slice(0, 2));
    sink.outline(
      label,
      points.map((each, at) => each * (at % 2 === 0 ? across : down)),
      scale,
    );
  } else if (/^ellipse(labels)?$/.test(type)) {
    const [rx, ry] = [finite(value.radiusX) * across, finite(value.radiusY) * down];
    sink.lose('outlines');
    sink.turned(label, [x - rx, y - ry, 2 * rx, 2 * ry], { degrees }, scale);
  } else if (/^brush(labels)?$/.test(type)) noteBrush(label, value, size, sink);
  else if (/^bitmask(labels)?$/.test(type)) sink.alpha(label, pngOf(value));
  else if (/^keypoint/.test(type)) sink.lose('keypoints');
  else if (type === 'relation') sink.lose('relations');
  else sink.lose('texts and choices');
}

/** Of a bit mask, in base64: black where it is painted, and transparent. */
const pngOf = ({ imageDataURL: url }: Fields): string =>
  typeof url === 'string' ? url.replace(/^data:image\/png;base64,/, '') : '';

function noteBrush(label: string, { rle }: Fields, size: Size, sink: LabelSink): void {
  const counts = brushRuns(numbersOf(rle), size.width * size.height);
  const source = { kind: 'rows', left: 0, top: 0, ...size, of: size, counts: counts ?? [] } as const;
  const bounds = boundsOfRows(source);
  if (counts === null) sink.lose('masks in an encoding that is not read');
  else if (bounds === null) sink.lose('annotations without a place');
  else sink.mask(label, bounds, source, size);
}

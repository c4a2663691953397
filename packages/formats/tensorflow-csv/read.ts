/** Tables of boxes, for TensorFlow. */
import type { Entry } from '../src/read/entry.ts';
import { gather, type Line } from '../src/read/gather.ts';
import { folderOf, join } from '../src/read/image-index.ts';
import { LabelSink } from '../src/read/label-sink.ts';
import type { Reader, Source } from '../src/read/plan.ts';
import { rowsOf, tablesWith } from '../src/read/rows.ts';
import { setOfFile } from '../src/read/sets.ts';
import { boxWithin, finite, textOf } from '../src/text/values.ts';

const BOX = ['filename', 'class', 'xmin', 'ymin', 'xmax', 'ymax'];

/** `_annotations.csv` of Roboflow, and tables like it: a row for each box, in pixels. */
export const tensorflowCsv: Reader = async (source) => {
  const files = await tablesWith(source, (header) => BOX.every((name) => header.includes(name)));
  return gather(source, files, (file) => boxLines(file, source));
};

async function* boxLines(file: Entry, source: Source): AsyncGenerator<Line> {
  const folder = folderOf(file.path);
  for await (const row of rowsOf(file, source)) {
    const sink = new LabelSink();
    const size = { width: finite(row.width), height: finite(row.height) };
    if (row.score || row.confidence) sink.lose('scores');
    sink.box(textOf(row.class), boxWithin([row.xmin, row.ymin, row.xmax, row.ymax]), size);
    const folders = [folder, join(folder, 'images'), 'images'];
    yield { name: row.filename ?? '', set: setOfFile(file.path), folders, labels: sink.labels };
  }
}

/** Roboflow's table of classes. */
import type { Entry } from '../src/read/entry.ts';
import { gather, type Line } from '../src/read/gather.ts';
import { baseOf, folderOf } from '../src/read/image-index.ts';
import { LabelSink } from '../src/read/label-sink.ts';
import { MOST_LABELS } from '../src/read/order-labels.ts';
import type { Reader, Source } from '../src/read/plan.ts';
import { rowsOf, tablesWith } from '../src/read/rows.ts';
import { setOfPath } from '../src/read/sets.ts';
import { finite, textOf } from '../src/text/values.ts';

/** `_classes.csv`: a column for each class, with 1 where the image has it. */
export const classesCsv: Reader = async (source) => {
  const files = await tablesWith(
    source,
    ([first], { path }) => first === 'filename' && baseOf(path) === '_classes.csv',
  );
  const declared: string[] = [];
  return gather(source, files, (file) => classLines(file, source, declared), declared);
};

async function* classLines(file: Entry, source: Source, declared: string[]): AsyncGenerator<Line> {
  const folder = folderOf(file.path);
  const known = new Set(declared);
  for await (const { filename = '', ...classes } of rowsOf(file, source)) {
    const sink = new LabelSink();
    for (const [name, mark] of Object.entries(classes)) {
      if (!known.has(name) && known.size <= MOST_LABELS) declared.push(textOf(name));
      known.add(name);
      if (finite(mark) > 0) sink.class(textOf(name));
    }
    yield { name: filename, set: setOfPath(file.path), folders: [folder], labels: sink.labels };
  }
}

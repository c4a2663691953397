/**
 * Hugging Face's imagefolder: `metadata.jsonl` or `metadata.csv` with a column `file_name`, in each folder of a set or above
 * them.
 */
import type { Entry } from '../src/read/entry.ts';
import { fittingFiles } from '../src/read/fitting-files.ts';
import { gather, type Line } from '../src/read/gather.ts';
import { baseOf, folderOf } from '../src/read/image-index.ts';
import { type Fields, fieldsOf, filesWith, listOf, numbersOf, objectsOf } from '../src/read/json-fields.ts';
import { saying } from '../src/read/losses.ts';
import { type LabelBox, NO_LABELS, type Reader, type Source } from '../src/read/plan.ts';
import { rowsOf } from '../src/read/rows.ts';
import { setOfPath } from '../src/read/sets.ts';
import { recordsOf } from '../src/text/text-streams.ts';
import { textOf } from '../src/text/values.ts';

export const imagefolder: Reader = async (source) => {
  const lines = await filesWith(source, (first) => typeof first.file_name === 'string');
  const tables = new Set(await tablesOf(source));
  const rows = (file: Entry) => (tables.has(file) ? rowsOf(file, source) : objectsOf(file, source));
  return gather(source, [...lines, ...tables], (file) => linesOf(file, rows(file)));
};

/** Files named `metadata.csv` whose header has `file_name`. */
function tablesOf({ files, archive }: Source): Promise<Entry[]> {
  const named = files('csv').filter(({ path }) => baseOf(path).toLowerCase() === 'metadata.csv');
  return fittingFiles(named, async (file) => {
    for await (const header of recordsOf(archive.stream(file))) return header.includes('file_name');
    return false;
  });
}

async function* linesOf(file: Entry, rows: AsyncIterable<Fields>): AsyncGenerator<Line> {
  const folder = folderOf(file.path);
  for await (const { file_name, label, labels, objects, ...rest } of rows) {
    const found = (Array.isArray(objects) ? objects : [objects]).map(fieldsOf).flatMap(objectBoxes);
    const boxes = found.filter((box) => box.label !== '');
    const shown = new Set(boxes.map((box) => box.label));
    // The first label is the image's own, unless it is listed only because of the first box.
    const own = listOf(labels)
      .map(textOf)
      .filter((each, at) => !shown.has(each) || (at === 0 && each !== boxes[0]?.label));
    const classes = [textOf(label), ...own];
    const name = textOf(file_name);
    yield {
      name,
      // In a file above the folders of the sets, the names begin with them.
      set: setOfPath(`${folder}/${name}`),
      folders: [folder],
      labels: {
        ...NO_LABELS,
        classes: classes.filter((each) => each !== ''),
        boxes,
        lost: {
          attributes: saying(Object.values(rest)),
          'annotations of an unlisted category': found.length - boxes.length,
        },
      },
    };
  }
}

/** Boxes in pixels: x, y, width, height; their categories in a list beside them. `''` where there is none. */
function objectBoxes({ bbox, categories, category }: Fields): LabelBox[] {
  const names = [categories ?? category].flat().map(textOf);
  const places = listOf(bbox);
  // In a list of objects, each has one box.
  return (Array.isArray(places[0]) || places.length === 0 ? places : [places]).map((each, at): LabelBox => {
    const [x = 0, y = 0, w = 0, h = 0] = numbersOf(each);
    return { label: names[at] ?? '', type: 'rect', unit: 'pixels', x, y, w, h };
  });
}

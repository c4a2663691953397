/** KITTI's boxes: `label_2/<name>.txt` with a line for each object, and the images in `image_2/` or beside it. */
import type { Entry } from '../src/read/entry.ts';
import { baseOf, folderOf, join, withoutEnding } from '../src/read/image-index.ts';
import { FileFault } from '../src/read/import-fault.ts';
import { LabelSink, OWN } from '../src/read/label-sink.ts';
import { perImage } from '../src/read/per-image.ts';
import type { ImageLabels, Reader, Source } from '../src/read/plan.ts';
import { linesOf } from '../src/text/text-streams.ts';
import { boxWithin, textOf } from '../src/text/values.ts';

/** Columns: class, truncated, occluded, angle, box (4), size in meters (3), place in meters (3), angle, and perhaps a score. */
const COLUMNS = 15;
/** Of the values after the class: where those of the box begin, and those in three dimensions. */
const [BOX, SOLID] = [3, 7];
const IGNORED = 'DontCare';
/** Values of a label that has no place in three dimensions. */
const NOWHERE = new Set([0, -1, -10, -1000]);

export const kitti: Reader = (source) =>
  perImage(
    source,
    source.files('txt').filter(({ path }) => /(^|\/)labels?(_\d)?\//i.test(path)),
    {
      fits: async (file) => {
        for await (const [line] of linesOf(source.archive.stream(file))) return valuesOf(line) !== null;
        return false;
      },
      stemOf: ({ path }) => {
        const [folder, root] = [folderOf(path), folderOf(folderOf(path))];
        const pictures = baseOf(folder).replace(/^labels?/i, 'image');
        const folders = [join(root, pictures), join(root, 'images'), join(root, 'image')];
        return { stem: withoutEnding(baseOf(path)), folders };
      },
      read: (file) => read(file, source),
    },
  );

/** Null for a line that is not of the format. */
function valuesOf(line: string): { label: string; values: number[] } | null {
  const [label = '', ...rest] = line.split(/\s+/);
  const values = rest.map(Number);
  const isOfFormat = values.length === COLUMNS - 1 || values.length === COLUMNS;
  return isOfFormat && values.every(Number.isFinite) && /^\D/.test(label) ? { label, values } : null;
}

async function read(file: Entry, { archive }: Source): Promise<ImageLabels> {
  const sink = new LabelSink();
  for await (const [line, number] of linesOf(archive.stream(file))) {
    const found = valuesOf(line);
    if (!found) throw new FileFault(`${file.path}, line ${number}: not a label of KITTI`);
    const [truncated = 0, occluded = 0] = found.values;
    if (found.label === IGNORED) {
      sink.lose('crowd marks');
      continue;
    }
    if (truncated > 0 || occluded > 0) sink.lose('difficult, truncated or occluded marks');
    if (found.values.slice(SOLID, SOLID + 6).some((value) => !NOWHERE.has(value)))
      sink.lose('labels of depth or in three dimensions');
    if (found.values.length === COLUMNS) sink.lose('scores');
    sink.box(textOf(found.label), boxWithin(found.values.slice(BOX, SOLID)), OWN);
  }
  return sink.labels;
}

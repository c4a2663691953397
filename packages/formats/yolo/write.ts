/**
 * Ultralytics' YOLO folders. Detection: `images/<set>/`, `labels/<set>/` with the same stems, `data.yaml`; segmentation
 * (MULTILABEL) the same with outlines instead of boxes. Classification: `<set>/<class>/`; each set has a folder for every class,
 * because readers number classes by the folders that they find.
 */
import type { Annotation } from '../../records/src/image.ts';
import type { ManifestImage, ManifestMask } from '../../records/src/manifest.ts';
import { boxesOf } from '../ndjson/write.ts';
import { isClassified } from '../src/format.ts';
import { MOST_EDGES } from '../src/shape/outline.ts';
import type { ArchiveFormat, DrawnFile, MaskReading, Place, TextFile } from '../src/write/archive-format.ts';
import { type ExportSource, SETS, SHORT_SETS } from '../src/write/export-source.ts';
import { FileNames, folderNames } from '../src/write/file-names.ts';
import { unitBox } from '../src/write/unit-box.ts';

export const yolo: ArchiveFormat = {
  classFolders: ({ type, classes }) => (isClassified(type) ? folderNames(classes.names) : []),
  head: (source) => (isClassified(source.type) ? classFolders(source) : [dataYaml(source)]),
  images: ({ type, counts }) => (isClassified(type) ? counts.features.classified : counts.images),
  placing: (source) => (isClassified(source.type) ? placingByClass(source) : placingBySet(source)),
};

function placingBySet(source: ExportSource): (image: ManifestImage) => Place {
  const names = new FileNames();
  return (image) => {
    const { stem, file } = names.take(image, image.set);
    const set = SHORT_SETS[image.set];
    const paths = [`images/${set}/${file}`];
    const path = `labels/${set}/${stem}.txt`;
    if (source.type === 'MULTILABEL') return { paths, drawn: outlines(path, image, source) };
    const lines = (boxesOf(image, source).boxes ?? []).map((box) => `${box.join(' ')}\n`);
    return { paths, texts: [{ path, text: lines.join('') }] };
  };
}

/** Estimated bytes of an outline, for each pixel of the image's edges, and of a rectangle. */
const OUTLINE = 20;
const RECTANGLE = 100;
/** Maximum characters of the outlines of one image, as of COCO's run lengths. */
const MOST_TEXT = 8_000_000;

/** One object is one line: a box around a mask that is there is not another one; other boxes are rectangles. */
function outlines(path: string, image: ManifestImage, source: ExportSource): DrawnFile {
  const { width, height, tags, masks } = image;
  const numberOf = (tag: string) => source.classes.of(tag);
  return {
    path,
    bytes: masks.length * OUTLINE * (width + height) + tags.length * RECTANGLE,
    draw: async (reading) => {
      const lines: string[] = [];
      const drawn = new Set<string>();
      let left = MOST_TEXT;
      for (const mask of masks) {
        const number = numberOf(mask.tag);
        const outline = number === undefined ? null : await outlineIn(mask, image, reading);
        const line = outline ? lineOf(number as number, outline) : '';
        if (line === '') continue;
        if (line.length > left) {
          reading.leaveOut(
            mask,
            image,
            `its image has ${MOST_TEXT - left + line.length} characters of outlines; at most ${MOST_TEXT} are written`,
          );
          continue;
        }
        left -= line.length;
        lines.push(line);
        drawn.add(mask.tag);
      }
      const boxes = tags.filter(({ type, tag }) => !(type === 'mask' && drawn.has(tag)));
      return [...lines, ...boxes.flatMap((box) => rectangleLine(box, numberOf(box.tag)))].join('');
    },
  };
}

/** x and y in turns, 0 to 1; null if there is none. */
async function outlineIn(
  mask: ManifestMask,
  image: ManifestImage,
  reading: MaskReading,
): Promise<number[] | null> {
  const outline = await reading.trace('outline', mask, image);
  if (outline !== 'too long') return outline;
  reading.leaveOut(mask, image, `its outline is over ${MOST_EDGES} pixels long`);
  return null;
}

function rectangleLine(annotation: Annotation, number: number | undefined): string[] {
  const box = unitBox(annotation);
  if (!box || number === undefined) return [];
  const { x1, y1, x2, y2 } = box;
  return [lineOf(number, [x1, y1, x2, y1, x2, y2, x1, y2])];
}

/** Six decimals: a hundredth of a pixel of an image of 10,000. */
const DECIMALS = 1e6;

const lineOf = (number: number, outline: readonly number[]): string =>
  `${number} ${outline.map((value) => Math.round(value * DECIMALS) / DECIMALS).join(' ')}\n`;

function placingByClass({ classes }: ExportSource): (image: ManifestImage) => Place | null {
  const names = new FileNames();
  const folders = folderNames(classes.names);
  return (image) => {
    const folder = folders[classes.of(image.tag) ?? -1];
    if (folder === undefined) return null;
    return { paths: [`${SHORT_SETS[image.set]}/${folder}/${names.take(image, image.set).file}`] };
  };
}

/** An empty file whose path ends with a slash is a folder. */
const classFolders = ({ classes, counts }: ExportSource): TextFile[] =>
  SETS.filter((set) => counts.sets[set] > 0).flatMap((set) =>
    folderNames(classes.names).map((folder) => ({ path: `${SHORT_SETS[set]}/${folder}/`, text: '' })),
  );

/** Without `path`, the sets are searched next to the file. Without images in `val`, training does not start. */
function dataYaml({ classes, counts }: ExportSource): TextFile {
  const folderOf = (set: (typeof SETS)[number]) => `images/${SHORT_SETS[set]}`;
  const filled = SETS.filter((set) => counts.sets[set] > 0);
  const train = filled.includes('TRAIN') ? 'TRAIN' : (filled[0] ?? 'TRAIN');
  const val = filled.includes('VALIDATION') ? 'VALIDATION' : filled.includes('TEST') ? 'TEST' : train;
  const lines = [
    `train: ${folderOf(train)}`,
    `val: ${folderOf(val)}`,
    ...(filled.includes('TEST') ? [`test: ${folderOf('TEST')}`] : []),
    ...yamlNames(classes.names),
  ];
  return { path: 'data.yaml', text: `${lines.join('\n')}\n` };
}

export const yamlNames = (names: readonly string[]): string[] => [
  'names:',
  ...names.map((name, number) => `  ${number}: ${yamlText(name)}`),
];

/** JSON is valid YAML, except for characters that YAML requires to be escaped. */
const yamlText = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * Pascal VOC: `JPEGImages/`, `Annotations/<stem>.xml`, `ImageSets/Main/<set>.txt`, for datasets of whole images also
 * `ImageSets/Main/<class>_<set>.txt` with 1 and -1, and `labelmap.txt` as CVAT and Datumaro have it. Boxes are whole pixels,
 * counted from 1, both edges in the box.
 */
import type { Annotation } from '../../records/src/image.ts';
import type { TrainingSet } from '../../records/src/lists.ts';
import type { ManifestImage } from '../../records/src/manifest.ts';
import { perSet } from '../../records/src/per-set.ts';
import { isClassified } from '../src/format.ts';
import type { ArchiveFormat, TailFile, TailInput } from '../src/write/archive-format.ts';
import { containedClasses, type ExportSource, SETS, SHORT_SETS } from '../src/write/export-source.ts';
import { FileNames, folderNames } from '../src/write/file-names.ts';
import { unitBox } from '../src/write/unit-box.ts';

/** Lists, and the sets in each. */
const LISTS: readonly (readonly [name: string, sets: readonly TrainingSet[]])[] = [
  ...SETS.map((set) => [SHORT_SETS[set], [set]] as const),
  ['trainval', ['TRAIN', 'VALIDATION']],
];

export const voc: ArchiveFormat = {
  classFolders: (source) => (hasClassLists(source) ? folderNames(source.classes.names) : []),
  head: ({ classes }) => [{ path: 'labelmap.txt', text: labelMap(classes.names) }],
  placing: (source) => {
    // All sets share one folder.
    const names = new FileNames();
    return (image) => {
      const { stem, file } = names.take(image, '');
      const texts = [{ path: `Annotations/${stem}.xml`, text: annotationXml(image, file, source) }];
      return { paths: [`JPEGImages/${file}`], texts };
    };
  },
  // Its own set's list and `trainval`, and those of the classes.
  lists: (source) => 2 * (1 + (hasClassLists(source) ? source.classes.names.length : 0)),
  tail: (source, input) => {
    let gathered: ReturnType<Listed> | undefined;
    const listed: Listed = () => {
      gathered ??= gather(source, input);
      return gathered;
    };
    return [...setLists(listed), ...classLists(source, listed)];
  },
};

/**
 * Images of each set in pages of lines, each with the stem and the numbers of its classes, which have no white space. Every
 * class has lists: placing all images again for each of them would cost classes times images.
 */
type Listed = () => Promise<Readonly<Record<TrainingSet, readonly Buffer[]>>>;

/** Lines of a page. */
const PAGE = 1000;

async function gather(source: ExportSource, { placed }: TailInput): ReturnType<Listed> {
  const pages = perSet((): Buffer[] => []);
  const open = perSet((): string[] => []);
  const close = (set: TrainingSet) => pages[set].push(Buffer.from(open[set].splice(0).join('\n')));
  for await (const { image, place } of placed()) {
    const file = place.paths[0]?.split('/').at(-1) ?? '';
    const numbers = hasClassLists(source) ? classesOf(image, source) : [];
    const { set } = image;
    open[set].push([file.slice(0, file.lastIndexOf('.')), ...numbers].join(' '));
    if (open[set].length === PAGE) close(set);
  }
  for (const set of SETS) if (open[set].length > 0) close(set);
  return pages;
}

/** `label:color:parts:actions`. A name with a colon or a line break has no place in it. */
const labelMap = (names: readonly string[]): string => {
  const named = names.filter((name) => !/[:\p{Cc}]|^#/u.test(name)).map((name) => `${name}:::`);
  return ['# label:color_rgb:parts:actions', 'background:0,0,0::', ...named, ''].join('\n');
};

const hasClassLists = ({ type }: ExportSource): boolean => type !== 'imageObjectDetection';

const setLists = (listed: Listed): TailFile[] =>
  LISTS.map(([list, sets]) => ({
    path: `ImageSets/Main/${list}.txt`,
    pieces: lines(sets, listed, (stem) => `${stem}\n`),
  }));

function classLists(source: ExportSource, listed: Listed): TailFile[] {
  if (!hasClassLists(source)) return [];
  return folderNames(source.classes.names).flatMap((name, number) =>
    LISTS.map(([list, sets]) => ({
      path: `ImageSets/Main/${name}_${list}.txt`,
      pieces: lines(
        sets,
        listed,
        (stem, numbers) => `${stem} ${numbers.includes(String(number)) ? ' 1' : '-1'}\n`,
      ),
    })),
  );
}

function classesOf(image: ManifestImage, { type, classes }: ExportSource): readonly number[] {
  if (!isClassified(type)) return containedClasses(image, classes);
  const own = classes.of(image.tag);
  return own === undefined ? [] : [own];
}

async function* lines(
  sets: readonly TrainingSet[],
  listed: Listed,
  line: (stem: string, numbers: readonly string[]) => string,
): AsyncGenerator<string> {
  const pages = await listed();
  for (const page of sets.flatMap((set) => pages[set])) {
    const rows = page.toString().split('\n');
    yield rows
      .map((row) => {
        const [stem = '', ...numbers] = row.split(' ');
        return line(stem, numbers);
      })
      .join('');
  }
}

function annotationXml(image: ManifestImage, file: string, { classes }: ExportSource): string {
  const { width, height, tags } = image;
  const objects = tags.map((annotation) => {
    const name = classes.names[classes.of(annotation.tag) ?? -1];
    const box = name === undefined ? null : wholeBox(annotation, image);
    return box === null ? '' : objectXml(name as string, box);
  });
  return `<annotation>
  <folder>JPEGImages</folder>
  <filename>${xmlText(file)}</filename>
  <source><database>Sightline</database></source>
  <size><width>${width}</width><height>${height}</height><depth>3</depth></size>
  <segmented>0</segmented>
${objects.join('')}</annotation>
`;
}

const objectXml = (name: string, [xmin, ymin, xmax, ymax]: readonly number[]): string => `  <object>
    <name>${xmlText(name)}</name>
    <pose>Unspecified</pose>
    <truncated>0</truncated>
    <difficult>0</difficult>
    <bndbox><xmin>${xmin}</xmin><ymin>${ymin}</ymin><xmax>${xmax}</xmax><ymax>${ymax}</ymax></bndbox>
  </object>
`;

/** Edges are rounded to the nearest pixel; a box has at least one pixel. */
function wholeBox(annotation: Annotation, { width, height }: ManifestImage): number[] | null {
  const box = unitBox(annotation);
  if (!box || width === 0 || height === 0) return null;
  const [xmin, xmax] = wholeEdges(box.x1, box.x2, width);
  const [ymin, ymax] = wholeEdges(box.y1, box.y2, height);
  return [xmin, ymin, xmax, ymax];
}

function wholeEdges(from: number, to: number, size: number): [number, number] {
  const first = Math.min(size, Math.round(from * size) + 1);
  return [first, Math.max(first, Math.round(to * size))];
}

const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** XML 1.0 cannot contain control characters. */
const xmlText = (text: string): string =>
  text.replace(/[\p{Cc}\ufffe\uffff]/gu, ' ').replace(/[<>&"]/g, (character) => ESCAPES[character] as string);

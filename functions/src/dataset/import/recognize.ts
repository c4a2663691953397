import { pause } from '../../common/concurrency/pause.ts';
import type { Archive } from './archive/archive.ts';
import type { Budget } from './archive/budget.ts';
import type { Entry } from './archive/directory.ts';
import { ImageIndex, isOtherPicture, isPicture } from './archive/image-index.ts';
import { leftovers, sortFiles } from './archive/leftovers.ts';
import { type FileFault, ImportFault, unlessFault } from './import-fault.ts';
import type { ImportFormat } from './import-format.ts';
import { mergeTwins } from './labels/merge-twins.ts';
import { type Note, sentenceOf } from './notes.ts';
import type { Plan, Reader, Reading, Source } from './plan.ts';
import { coco } from './readers/coco.ts';
import { csv, vertexCsv } from './readers/csv.ts';
import { cvat } from './readers/cvat.ts';
import { datumaro } from './readers/datumaro.ts';
import { classTree, folders } from './readers/folders.ts';
import { imagefolder } from './readers/imagefolder.ts';
import { kitti } from './readers/kitti.ts';
import { labelStudio } from './readers/label-studio.ts';
import { labelme } from './readers/labelme.ts';
import { ndjson, vertexJsonl } from './readers/lines.ts';
import { masks } from './readers/masks.ts';
import { sightline } from './readers/sightline.ts';
import { supervisely } from './readers/supervisely.ts';
import { classesCsv, openImages, tensorflowCsv } from './readers/tables.ts';
import { voc } from './readers/voc.ts';
import { yolo } from './readers/yolo.ts';

interface Known {
  format: ImportFormat;
  /** What its reader looks for, in words. */
  sign: string;
  read: Reader;
}

/** In the order in which they are tried: files with labels say more than folders. */
const FORMATS: readonly Known[] = [
  { format: 'sightline', sign: 'dataset.json with its mark (Sightline)', read: sightline },
  { format: 'coco', sign: 'a JSON file with images and annotations (COCO)', read: coco },
  {
    format: 'ndjson',
    sign: 'lines of JSON that begin with a dataset and its class_names (Ultralytics NDJSON)',
    read: ndjson,
  },
  { format: 'vertex-jsonl', sign: 'lines of JSON with imageGcsUri (Vertex AI)', read: vertexJsonl },
  {
    format: 'imagefolder',
    sign: 'metadata.jsonl or metadata.csv with file_name (Hugging Face imagefolder)',
    read: imagefolder,
  },
  {
    format: 'cvat',
    sign: 'an XML file with annotations of images (CVAT for images 1.1)',
    read: cvat,
  },
  { format: 'voc', sign: 'XML files with an annotation (Pascal VOC)', read: voc },
  {
    format: 'yolo',
    sign: 'data.yaml, obj.names or classes.txt with a text file for each picture (YOLO)',
    read: yolo,
  },
  { format: 'label-studio', sign: 'JSON with tasks (Label Studio)', read: labelStudio },
  { format: 'datumaro', sign: 'a JSON file with categories and items (Datumaro)', read: datumaro },
  { format: 'labelme', sign: 'a JSON file with shapes for each picture (LabelMe)', read: labelme },
  { format: 'supervisely', sign: 'folders ann and img (Supervisely)', read: supervisely },
  { format: 'classes-csv', sign: '_classes.csv (Roboflow)', read: classesCsv },
  {
    format: 'tensorflow-csv',
    sign: 'a CSV file with filename, class, xmin, ymin, xmax and ymax (TensorFlow)',
    read: tensorflowCsv,
  },
  { format: 'openimages', sign: 'a CSV file with ImageID and LabelName (OpenImages)', read: openImages },
  { format: 'csv', sign: 'CSV rows of TRAIN, TEST or VALIDATION and an image (AutoML Vision)', read: csv },
  {
    format: 'vertex-csv',
    sign: 'CSV rows of training, test or validation and an image (Vertex AI)',
    read: vertexCsv,
  },
  { format: 'kitti', sign: 'text files in a folder label_2 (KITTI)', read: kitti },
  { format: 'masks', sign: 'a folder ground_truth with masks by class (MVTec AD)', read: masks },
  { format: 'yolo', sign: 'folders by set and class (YOLO classification)', read: classTree },
  { format: 'folders', sign: 'JPEG, PNG or WebP pictures in folders', read: folders },
];

/** Files of a format that was asked for are not judged by others. */
const NOTHING = { foreign: [], unknown: [] };

/** Readers of folders, which do not read label files. */
const BY_FOLDER: ReadonlySet<Reader> = new Set([classTree, folders]);

const OTHER = 'only JPEG, PNG and WebP are accepted';

/**
 * Reads an archive in the requested format, or in the first one that fits its content.
 * @throws ImportFault with what was looked for
 */
export async function planImport(
  archive: Archive,
  format: ImportFormat | undefined,
  budget: Budget,
): Promise<Plan> {
  const source = await sourceOf(archive, budget);
  const tried = FORMATS.filter((each) => format === undefined || each.format === format);
  for (const { format: name, sign, read } of tried) {
    await pause();
    const used = new Set<Entry>();
    const use = (entries: Iterable<Entry>) => {
      for (const entry of entries) used.add(entry);
    };
    const plan = await unlessFault(read({ ...source, use }), refuse);
    if (!plan) continue;
    if (source.index.pictures.length === 0) throw withoutPictures(name, sign, archive);
    return finish(name, plan, source, used, BY_FOLDER.has(read));
  }
  const signs = tried.map(({ sign }) => sign).join('; ');
  const found = format === undefined ? await sortFiles(source.files(), source) : NOTHING;
  const foreign = [...found.foreign, ...found.unknown].map(sentenceOf).join(' ');
  throw new ImportFault(`${foreign || 'no known format in the archive.'} Looked for: ${signs}`);
}

async function finish(
  format: ImportFormat,
  plan: Reading,
  source: Source,
  used: ReadonlySet<Entry>,
  isByFolder: boolean,
): Promise<Plan> {
  const { archive, index } = source;
  const others = archive.entries.filter(isOtherPicture).map(({ path }) => ({ path, reason: OTHER }));
  const unread = [...archive.unread, ...others, ...plan.unread];
  const left = await leftovers(source, plan, used);
  // Where labels are read, other files beside them are rarely labels too.
  const foreign = [...left.foreign, ...(isByFolder ? left.unknown : []), ...(plan.foreign ?? [])];
  const images = await mergeTwins(plan.images, index.pictures);
  const notes: Note[] = [
    ...foreign,
    ...(foreign.length === 0 ? [] : [{ code: 'choose format', values: { format } } as const]),
    ...(isByFolder && left.notes.length > 0 ? [{ code: 'folders only', values: {} } as const] : []),
    ...(isByFolder ? [] : left.unknown),
    ...left.notes,
    ...plan.notes,
  ];
  return { ...plan, format, images, unread, foreign, notes };
}

/** Exporters leave the pictures out unless they are asked for them. */
function withoutPictures(format: ImportFormat, sign: string, { entries, unread }: Archive): ImportFault {
  const found = entries.some(isOtherPicture) || unread.length > 0 ? 'none that can be read' : 'none';
  return new ImportFault(
    `the archive has labels (${format}: ${sign}), but no pictures. Looked for: JPEG, PNG or WebP files, and found ${found}. Export it again with its images`,
  );
}

async function sourceOf(archive: Archive, budget: Budget): Promise<Source> {
  const others = archive.entries.filter((entry) => !isPicture(entry));
  const byEnding = Map.groupBy(others, ({ path }) => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
  const files = (...endings: string[]) =>
    endings.length === 0 ? others : endings.flatMap((ending) => byEnding.get(ending) ?? []);
  return { archive, index: await ImageIndex.of(archive.entries), files, use: () => {}, budget };
}

/** For a file that decides the format and cannot be read. */
function refuse({ message }: FileFault): never {
  throw new ImportFault(`a file of labels cannot be read: ${message}`);
}

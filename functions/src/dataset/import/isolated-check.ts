/** What an archive would add, in an isolated process: anything may be in it. */
import { inOrder } from '../../../../packages/concurrency/src/in-order.ts';
import type { ImportFormat } from '../../../../packages/formats/formats.ts';
import { bytesKey } from '../../../../packages/formats/src/read/entry.ts';
import { FileFault, unlessFault } from '../../../../packages/formats/src/read/import-fault.ts';
import type { Size } from '../../../../packages/formats/src/read/label-sink.ts';
import { type Loss, Losses, type Lost } from '../../../../packages/formats/src/read/losses.ts';
import { type Note, sentenceOf } from '../../../../packages/formats/src/read/notes.ts';
import type {
  ImageLabels,
  ImportSet,
  MaskSource,
  Plan,
  PlannedImage,
} from '../../../../packages/formats/src/read/plan.ts';
import type { Remote } from '../../common/isolated/serve.ts';
import type { Tag } from '../../common/model.ts';
import type { ImportRecord } from '../../common/versions/import-ports.ts';
import type { Archive } from './archive/archive.ts';
import { asHttpError, openArchive } from './archive/open-archive.ts';
import { type LabelTag, labelTags, NONE } from './labels/label-tags.ts';
import type { TagMap } from './labels/parse-tag-map.ts';
import { readLabels } from './labels/read-labels.ts';
import { requireFitting } from './labels/rle-runs.ts';
import { surveyLabels } from './labels/survey-labels.ts';
import { TagMarks } from './labels/tag-marks.ts';
import { isEmpty, type RecordLabels, toAnnotations } from './labels/to-annotations.ts';
import type { ImportOptions } from './open-import.ts';
import { MOST_IMAGE, readSize } from './read-image.ts';
import { UnreadList } from './unread-list.ts';

type Tags = ReadonlyMap<string, LabelTag>;
type TagOf = (label: string) => LabelTag;

export interface CheckedLabel {
  label: string;
  images: number;
  annotations: number;
  masks: number;
  tag: string | null;
  name: string | null;
  isNew: boolean;
}

export interface Checked {
  format: ImportFormat;
  images: number;
  unlabelled: number;
  labels: CheckedLabel[];
  sets: Record<ImportSet, number>;
  unread: ImportRecord['unread'];
  notes: string[];
  /** The same, as codes with values. */
  noteCodes: readonly Note[];
  understood: boolean;
}

interface Input {
  /** Bytes of the archive. */
  size: number;
  format: ImportOptions['format'];
  tagMap: TagMap;
  /** Id of the import. */
  import: string;
  /** Ids of the monitors that the dataset admits. */
  monitors: ReadonlySet<string>;
}

export interface CheckPorts {
  /** Bytes of the archive. */
  range(start: number, end: number): Promise<Buffer>;
  tags(): Promise<Tag[]>;
}

/** Reads labels, and of pictures their sizes at most. @throws HttpError `import failed` */
export async function checkArchive(
  { size, format, tagMap, import: id, monitors }: Input,
  ports: Remote<CheckPorts>,
): Promise<Checked> {
  const { plan, archive } = await openArchive((start, end) => ports.call('range', start, end), size, format);
  const labels = await asHttpError(() => surveyLabels(plan));
  const rules = { tagMap, format: plan.format, marks: new TagMarks(id) };
  const tags = labelTags(labels, await ports.call('tags'), rules);
  return asHttpError(() => tally(plan, tags, { archive, monitors }));
}

/** At once: the beginnings of pictures, too. */
const AHEAD = {
  items: 16,
  weight: 64 * 1024 * 1024,
  weigh: ({ entry }: PlannedImage) => entry.size,
};

interface Work {
  archive: Archive;
  /** Ids of those that the dataset admits. */
  monitors: ReadonlySet<string>;
}

async function tally(plan: Plan, tags: Tags, { archive, monitors }: Work): Promise<Checked> {
  const unread = new UnreadList(plan.unread);
  const tagOf = (label: string) => tags.get(label) ?? NONE;
  const labels = new LabelTally(tags, plan.lost);
  const sets = { TRAIN: 0, VALIDATION: 0, TEST: 0, PREDETERMINED: 0 };
  let images = 0;
  let unlabelled = 0;
  const check = async (image: PlannedImage) => ({
    image,
    read: await unlessFault(readImage(image, tagOf, archive), ({ message }) => ({ reason: message })),
  });
  for await (const { image, read } of inOrder(plan.images, check, AHEAD)) {
    if ('reason' in read) unread.add({ path: image.entry.path, reason: read.reason });
    else {
      images += 1;
      sets[image.set] += 1;
      if (image.monitor !== undefined && !monitors.has(image.monitor)) labels.lose('monitors');
      if (!labels.add(image, read)) unlabelled += 1;
    }
  }
  const notes = [...plan.notes, ...labels.notes()];
  const { format, foreign } = plan;
  const counts = { images, unlabelled, labels: labels.list(), sets };
  return { format, ...counts, unread: unread.shown(), ...saidOf(notes), understood: foreign.length === 0 };
}

const isSized = ({ kind }: MaskSource): boolean => kind !== 'polygons' && kind !== 'picture';

interface ReadImage {
  labels: ImageLabels;
  size: Size;
  /** With the names of tags instead of their ids. */
  said: RecordLabels;
}

/** As a run reads it, but for the picture, of which only its size is read where boxes or masks are in pixels. @throws FileFault */
async function readImage(image: PlannedImage, tagOf: TagOf, archive: Archive): Promise<ReadImage> {
  const { entry } = image;
  if (entry.size > MOST_IMAGE) throw new FileFault('it is larger than 20 MB');
  const labels = await readLabels(image);
  const isInPixels =
    labels.boxes.some(({ unit }) => unit === 'pixels') || labels.masks.some(({ source }) => isSized(source));
  const size = isInPixels ? await readSize(archive.read, entry) : { width: 1, height: 1 };
  for (const { source } of labels.masks) requireFitting(source, size);
  return { labels, size, said: toAnnotations(labels, (label) => tagOf(label).name, size) };
}

class LabelTally {
  readonly #labels: ReadonlyMap<string, CheckedLabel>;
  readonly #losses = new Losses();
  #further = 0;
  #repeated = 0;
  /** Checksum and size of each picture. */
  readonly #seen = new Set<string>();
  #empty = 0;
  /** Masks that become a part of another one. */
  #joined = 0;

  constructor(tags: Tags, lost: Lost | undefined) {
    this.#losses.addAll(lost);
    const counts = { images: 0, annotations: 0, masks: 0 };
    this.#labels = new Map(Array.from(tags, ([label, tag]) => [label, { label, ...counts, ...tag }]));
  }

  /** @returns whether any label of the image becomes a tag */
  add({ entry }: PlannedImage, { labels: { classes, boxes, masks, lost }, size, said }: ReadImage): boolean {
    const key = bytesKey(entry);
    if (this.#seen.has(key)) this.#repeated += 1;
    this.#seen.add(key);
    this.#losses.addAll(lost);
    const shown = boxes.filter((box) => !isEmpty(box, size));
    this.#empty += boxes.length - shown.length;
    for (const { label } of shown) this.#of(label).annotations += 1;
    for (const { label } of masks) this.#of(label).masks += 1;
    const kept = (some: readonly { label: string }[]) =>
      some.filter(({ label }) => this.#of(label).name !== null).length;
    this.#further += said.tags.length - kept(shown);
    this.#joined += kept(masks) - said.masks.length;
    const all = new Set([...classes, ...[...shown, ...masks].map(({ label }) => label)]);
    for (const label of all) this.#of(label).images += 1;
    return said.tag !== null || said.tags.length > 0 || said.masks.length > 0;
  }

  lose(kind: Loss): void {
    this.#losses.add(kind);
  }

  #of(label: string): CheckedLabel {
    return this.#labels.get(label) as CheckedLabel;
  }

  list(): CheckedLabel[] {
    return [...this.#labels.values()];
  }

  notes(): Note[] {
    const counted: Note[] = [
      { code: 'further classes', values: { count: this.#further } },
      { code: 'repeated pictures', values: { count: this.#repeated } },
      { code: 'flat boxes', values: { count: this.#empty } },
      { code: 'joined masks', values: { count: this.#joined } },
    ];
    return [...counted.filter(({ values }) => values.count !== 0), ...this.#losses.notes()];
  }
}

const saidOf = (notes: readonly Note[]) => ({ notes: notes.map(sentenceOf), noteCodes: notes });

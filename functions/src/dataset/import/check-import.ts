import { inOrder } from '../../common/concurrency/in-order.ts';
import { isPauseDue, pause } from '../../common/concurrency/pause.ts';
import type { ImportRecord } from '../../common/versions/import-ports.ts';
import { FileFault, unlessFault } from './import-fault.ts';
import type { ImportFormat } from './import-format.ts';
import { type LabelTag, labelTags, NONE } from './labels/label-tags.ts';
import { Losses, type Lost } from './labels/losses.ts';
import { readLabels } from './labels/read-labels.ts';
import { IMAGES_AHEAD, surveyLabels } from './labels/survey-labels.ts';
import { TagMarks } from './labels/tag-marks.ts';
import { isEmpty, masksOf, requireFew } from './labels/to-annotations.ts';
import { type Note, sentenceOf } from './notes.ts';
import { asHttpError, findImport, type ImportInput, type OpenPorts, openImport } from './open-import.ts';
import type { ImageLabels, ImportSet, Plan, PlannedImage } from './plan.ts';
import { MOST_IMAGE } from './read-image.ts';
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

/**
 * What an import would add (Contract 11). Reads labels, but no pictures, and changes nothing.
 * @throws HttpError as `findImport` and `openImport`
 */
export async function checkImport(input: ImportInput, ports: OpenPorts): Promise<Checked> {
  const found = await findImport(input, ports);
  const { plan } = await openImport(found, input.format, ports);
  const labels = await asHttpError(() => surveyLabels(plan, input.signal));
  const tags = await ports.datasets.tags(found.dataset);
  const { tagMap, record } = found;
  const rules = { tagMap, format: plan.format, marks: new TagMarks(record.id) };
  return asHttpError(() => tally(plan, labelTags(labels, tags, rules), input.signal));
}

async function tally(plan: Plan, tags: Tags, signal: AbortSignal): Promise<Checked> {
  const unread = new UnreadList(plan.unread);
  const tagOf = (label: string) => tags.get(label) ?? NONE;
  const labels = new LabelTally(tags, plan.lost);
  const sets = { TRAIN: 0, VALIDATION: 0, TEST: 0, PREDETERMINED: 0 };
  let images = 0;
  let unlabelled = 0;
  const check = async (image: PlannedImage) => ({
    image,
    read: await unlessFault(checkedLabels(image, tagOf, labels), ({ message }) => ({ reason: message })),
  });
  for await (const { image, read } of inOrder(plan.images, check, IMAGES_AHEAD)) {
    if (isPauseDue()) await pause();
    signal.throwIfAborted();
    if ('reason' in read) unread.add({ path: image.entry.path, reason: read.reason });
    else {
      images += 1;
      sets[image.set] += 1;
      if (!labels.add(read)) unlabelled += 1;
    }
  }
  const notes = [...plan.notes, ...labels.notes()];
  const { format, foreign } = plan;
  const counts = { images, unlabelled, labels: labels.list(), sets };
  return { format, ...counts, unread: unread.shown(), ...saidOf(notes), understood: foreign.length === 0 };
}

/** @throws FileFault */
async function checkedLabels(image: PlannedImage, tagOf: TagOf, tally: LabelTally): Promise<ImageLabels> {
  if (image.entry.size > MOST_IMAGE) throw new FileFault('it is larger than 20 MB');
  const labels = await readLabels(image);
  if (isPauseDue()) await pause();
  tally.joined += requireFit(labels, tagOf);
  return labels;
}

/**
 * Counts as `toAnnotations` does, but for boxes in pixels: without the image's size, those beyond its far edges count too.
 * @returns masks that become a part of another one
 * @throws FileFault for more than a record can hold
 */
function requireFit({ classes, boxes, masks }: ImageLabels, tagOf: TagOf): number {
  const names = new Set([...classes, ...[...boxes, ...masks].map(({ label }) => label)]);
  const tags = new Map(Array.from(names, (label) => [label, tagOf(label).name] as const));
  const nameOf = (label: string) => tags.get(label) ?? null;
  const marks = boxes.filter((box) => nameOf(box.label) !== null && !isEmpty(box));
  const joined = masksOf(masks, nameOf);
  const marked = new Set([...marks.map(({ label }) => nameOf(label)), ...joined.map(({ tag }) => tag)]);
  const own = [...new Set(classes.map(nameOf))].filter((name) => name !== null);
  const further = own.slice(1).filter((name) => !marked.has(name));
  requireFew(marks.length + further.length, joined.length);
  return masks.filter(({ label }) => nameOf(label) !== null).length - joined.length;
}

class LabelTally {
  readonly #labels: ReadonlyMap<string, CheckedLabel>;
  readonly #losses = new Losses();
  #further = 0;
  #empty = 0;
  /** Masks that become a part of another one. */
  joined = 0;

  constructor(tags: Tags, lost: Lost | undefined) {
    this.#losses.addAll(lost);
    const counts = { images: 0, annotations: 0, masks: 0 };
    this.#labels = new Map(Array.from(tags, ([label, tag]) => [label, { label, ...counts, ...tag }]));
  }

  /** @returns whether any label of the image becomes a tag */
  add({ classes, boxes, masks, lost }: ImageLabels): boolean {
    this.#losses.addAll(lost);
    const shown = boxes.filter((box) => !isEmpty(box));
    this.#empty += boxes.length - shown.length;
    for (const { label } of shown) this.#of(label).annotations += 1;
    for (const { label } of masks) this.#of(label).masks += 1;
    const marked = new Set([...shown, ...masks].map(({ label }) => label));
    this.#further += classes.slice(1).filter((label) => !marked.has(label)).length;
    const all = [...new Set([...classes, ...marked])].map((label) => this.#of(label));
    for (const each of all) each.images += 1;
    return all.some(({ name }) => name !== null);
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
      { code: 'flat boxes', values: { count: this.#empty } },
      { code: 'joined masks', values: { count: this.joined } },
    ];
    return [...counted.filter(({ values }) => values.count !== 0), ...this.#losses.notes()];
  }
}

const saidOf = (notes: readonly Note[]) => ({ notes: notes.map(sentenceOf), noteCodes: notes });

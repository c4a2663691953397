/** Sightline's own archives: `dataset.json` with the format's mark and the tags, and a line for each image in `images.jsonl`. */

import type { Annotation, Suggested } from '../../records/src/image.ts';
import { TRAINING_SETS } from '../../records/src/lists.ts';
import { importedSessionId } from '../../records/src/named-sessions.ts';
import { keptDate } from '../src/read/dates.ts';
import type { Entry } from '../src/read/entry.ts';
import { gather, type Line } from '../src/read/gather.ts';
import { baseOf, folderOf, join } from '../src/read/image-index.ts';
import { FileFault, ImportFault } from '../src/read/import-fault.ts';
import { type Fields, fieldsOf, listOf, objectsOf } from '../src/read/json-fields.ts';
import { LabelSink } from '../src/read/label-sink.ts';
import { Losses } from '../src/read/losses.ts';
import { MOST_LABELS } from '../src/read/order-labels.ts';
import type { LabelBox, PlannedTag, Reader, RecordRules, Source } from '../src/read/plan.ts';
import { parseJson } from '../src/text/text-streams.ts';
import { DATASET_FILE, IMAGES_FILE, MARK } from './write.ts';

/** Bytes of `dataset.json`: 400 tags with long names. */
const MOST_BYTES = 1024 * 1024;
/** Contract 2. */
const LONGEST_NAME = 255;
/** By which edges may be beyond the image: as for annotations that are sent. */
const ROUNDING = 1e-3;

export const sightline: Reader = async (source) => {
  const file = await ownFile(source);
  if (!file) return null;
  const { entry, tags } = file;
  const names = new Set(tags.map(({ name }) => name));
  const list = source.files('jsonl').filter(({ path }) => path === join(folderOf(entry.path), IMAGES_FILE));
  if (list.length === 0) throw new ImportFault(`${IMAGES_FILE} is not beside ${DATASET_FILE}`);
  source.use([entry]);
  const reading = await gather(source, list, (each) => linesOf(each, names, source), [...names]);
  const losses = new Losses();
  losses.addAll(reading?.lost);
  losses.add('names of classes', tags.filter(({ isRenamed }) => isRenamed).length);
  losses.add('colors and keys of classes', tags.filter(({ isOdd }) => isOdd).length);
  const byName = new Map(tags.map(({ name, tag }) => [name, tag]));
  return reading && { ...reading, tags: byName, lost: losses.lost };
};

interface OwnTag {
  name: string;
  tag: PlannedTag;
  /** Its color or key is none. */
  isOdd: boolean;
  /** It has another class in the version, or none. */
  isRenamed: boolean;
}

/** The first one with the mark. @throws ImportFault for a number that is not read */
async function ownFile({ files, archive, rules }: Source): Promise<{ entry: Entry; tags: OwnTag[] } | null> {
  const named = files('json').filter(({ path }) => baseOf(path) === DATASET_FILE);
  for (const entry of named.slice(0, 5)) {
    if (entry.size > MOST_BYTES) continue;
    const about = readFields(await archive.text(entry, MOST_BYTES));
    if (about?.format !== MARK.format) continue;
    if (about.version !== MARK.version)
      throw new ImportFault(`${DATASET_FILE} is of another version than ${MARK.version}: update Sightline`);
    return { entry, tags: tagsOf(about, rules) };
  }
  return null;
}

/** Null for a file that is not of this format. */
function readFields(text: string): Fields | null {
  try {
    return fieldsOf(parseJson(text));
  } catch (error) {
    if (error instanceof FileFault) return null;
    throw error;
  }
}

function tagsOf({ tags }: Fields, { isColor, isKey }: RecordRules): OwnTag[] {
  const found = listOf(tags).slice(0, MOST_LABELS + 1);
  return found.map((each) => {
    const { name, class: named, ...fields } = fieldsOf(each);
    if (typeof name !== 'string' || name === '')
      throw new ImportFault(`a tag in ${DATASET_FILE} has no name`);
    const unclassified = fields.unclassified === true;
    const { color = '', key = '' } = fields;
    const usual = unclassified ? null : name;
    return {
      name,
      tag: { color: isColor(color) ? color : '', key: isKey(key) ? key : '', unclassified },
      isOdd: !(isColor(color) && isKey(key)),
      isRenamed: named !== undefined && named !== usual,
    };
  });
}

async function* linesOf(list: Entry, names: ReadonlySet<string>, source: Source): AsyncGenerator<Line> {
  const folder = folderOf(list.path);
  for await (const line of objectsOf(list, source)) {
    const { file, set } = line;
    if (typeof file !== 'string') throw new FileFault('a line does not name its file');
    const sink = new LabelSink();
    const nameOf = (tag: unknown) => (typeof tag === 'string' && names.has(tag) ? tag : '');
    if (line.tag !== null && line.tag !== undefined) sink.class(nameOf(line.tag));
    for (const each of listOf(line.annotations)) addAnnotation(fieldsOf(each), nameOf, sink);
    for (const each of listOf(line.masks)) addMask(fieldsOf(each), nameOf, { sink, folder, source });
    const date = keptDate(line.date);
    const title = titleOf(line.name);
    const checked = line.checked === true && sink.labels.lost === undefined;
    if (date === undefined) sink.lose('dates');
    if (title === undefined) sink.lose('file names');
    const session = idOf(line.session, 'sessions', sink, source.rules);
    const monitor = idOf(line.monitor, 'monitors', sink, source.rules);
    const facts = {
      title,
      date,
      session,
      monitor,
      checked,
      suggested: suggestedOf(line.suggested, source.rules),
    };
    const known = TRAINING_SETS.find((each) => each === set) ?? 'PREDETERMINED';
    yield { name: file, ...facts, set: known, folders: [folder], labels: sink.labels };
  }
}

/** Undefined for a class that no model has given. */
function suggestedOf(value: unknown, { isId }: RecordRules): Suggested | undefined {
  const { run, acceptance } = fieldsOf(value);
  if (typeof run !== 'string' || !isId(acceptance)) return undefined;
  return { labeled: 'inference', run: run.slice(0, LONGEST_NAME).toWellFormed(), acceptance };
}

/** Undefined for none, and for what is no id. */
function idOf(
  value: unknown,
  kind: 'sessions' | 'monitors',
  sink: LabelSink,
  { isId }: RecordRules,
): string | undefined {
  if (value === '' || value === null || value === undefined) return undefined;
  // It gets longer by a sign.
  if (isId(value) && isId(importedSessionId(value))) return value;
  sink.lose(kind);
  return undefined;
}

function addAnnotation(
  { type, tag, labeled, ...place }: Fields,
  nameOf: (tag: unknown) => string,
  sink: LabelSink,
): void {
  const label = nameOf(tag);
  const by = LABELED.find((each) => each === labeled);
  const kind = TYPES.find((each) => each === type);
  const [x, y, w, h] = [place.x, place.y, place.w, place.h].map(numberOf);
  if (label === '') sink.lose('annotations of an unlisted category');
  else if (!by || !kind || x === undefined || y === undefined || w === undefined || h === undefined)
    sink.lose('annotations without a place');
  else sink.kept({ label, type: kind, labeled: by, ...placeOf({ x, y, w, h }, sink) });
}

const TYPES: readonly Annotation['type'][] = ['rect', 'mask', 'point'];
const LABELED: readonly Annotation['labeled'][] = ['manual', 'inference'];

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

type Place = Pick<LabelBox, 'x' | 'y' | 'w' | 'h'>;

/** What an annotation that is sent may be stays as it is; others are cut at the edges of the image. */
function placeOf(place: Place, sink: LabelSink): Place & Pick<LabelBox, 'unit'> {
  const { x, y, w, h } = place;
  const isInside = Math.min(x, y, w, h) >= 0 && Math.max(x + w, y + h) <= 1 + ROUNDING;
  if (isInside && Math.max(x, y, w, h) <= 1) return { unit: 'exact', ...place };
  sink.lose('places outside of their images');
  return { unit: 'share', ...place };
}

function addMask(
  { tag, file }: Fields,
  nameOf: (tag: unknown) => string,
  { sink, folder, source }: { sink: LabelSink; folder: string; source: Source },
): void {
  const label = nameOf(tag);
  const entry = typeof file === 'string' ? source.index.find(file, [folder]) : undefined;
  if (label === '') sink.lose('annotations of an unlisted category');
  else if (!entry) sink.lose('masks whose pictures are missing');
  else {
    source.use([entry]);
    sink.pictured(label, entry);
  }
}

/** Undefined for what is no name of a file, as an upload takes it (Contract 2). */
function titleOf(name: unknown): string | undefined {
  if (typeof name !== 'string' || Buffer.byteLength(name) > LONGEST_NAME || name !== name.trim())
    return undefined;
  return /[/\\\p{Cc}\p{Cs}\p{Bidi_Control}]|^\.\.?$/u.test(name) ? undefined : name;
}

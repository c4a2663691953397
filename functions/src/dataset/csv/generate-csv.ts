import { Readable } from 'node:stream';
import { CsvFault } from '../../../../packages/formats/csv/csv-error.ts';
import { isUnlisted } from '../../../../packages/formats/csv/csv-format.ts';
import type { TagMap } from '../../../../packages/formats/csv/labels.ts';
import { type Labels, labelTags } from '../../../../packages/formats/csv/labels.ts';
import { imageRows } from '../../../../packages/formats/csv/rows.ts';
import { counters } from '../../common/adapters/firestore/counters/counters.ts';
import { imageLists } from '../../common/adapters/firestore/images/image-lists.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { objects } from '../../common/adapters/objects.ts';
import { HttpError } from '../../common/errors.ts';
import { log } from '../../common/log.ts';
import type { Dataset } from '../../common/model.ts';
import type { Objects } from '../../common/ports.ts';
import { withRenamedTags } from '../../common/records/rename-tags.ts';
import { PageStore } from '../page-store.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { findCopies } from '../split/find-copies.ts';
import { newSets } from '../split/new-sets.ts';
import type { Warning } from '../split/sentences.ts';
import { type Split, splitImages } from '../split/split.ts';
import { saidOf, shorten, warningsOf } from '../split/warnings.ts';
import { type Collected, CSV_FIELDS, collectImages } from './collect-images.ts';
import type { CsvRequest } from './csv-request.ts';
import { csvText } from './csv-text.ts';
import { type CsvReport, ReportCount, requireSufficient, type SplitReport } from './report.ts';
import { parseTagMap } from './tag-map.ts';

interface Input extends Target {
  request: CsvRequest;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/**
 * The answer's `result`, without `error`. `warnings` and `warningCodes` are absent if there are none (Contract 4), `link` unless
 * asked for.
 */
export interface CsvResult {
  /** Spec 4.1: the dataset's name and the file's `gs://` URI. */
  training: { name: string; dataset: string };
  /** Short-lived address of the file; `expires`: Unix milliseconds. */
  link?: { url: string; expires: number };
  warnings?: string[];
  warningCodes?: readonly Warning[];
}

/** Everything that one file is made from. */
interface Material extends Collected {
  dataset: Dataset;
  request: CsvRequest;
  tagMap: TagMap;
  labels: Labels;
  split: Split;
  warnings: readonly Warning[];
}

/** Rows converted to text at once: each write to a stream costs some calls. */
const ROWS_PER_CHUNK = 2000;
/** Seconds for which a link to the file is valid: long enough to start a download. */
const LINK_LIFE = 900;
/** Each name is taken only if another call in the same millisecond was faster. */
const NAME_ATTEMPTS = 5;

/**
 * Writes the training file of a dataset, and a report next to it (Spec 4.1, Contract 4). The file appears under its name
 * only when it is complete.
 * @throws HttpError `dataset not found`, `forbidden`, `csv parameter`, `csv failed`
 */
export async function generateCsv(input: Input): Promise<CsvResult> {
  const dataset = await requireDataset(input, 'editor');
  const store = new PageStore(dataset.id, objects);
  try {
    const { request, signal } = input;
    const material = await gather(dataset, { request, store, signal });
    const { name, report } = await writeFile(material, input.signal, objects);
    const json = Buffer.from(`${JSON.stringify(report, null, 2)}\n`);
    await objects.put(name.replace(/\.csv$/, '.report.json'), json, 'application/json');
    if (input.request.save) {
      await imageLists.assignSets(newSets(material.images, material.split));
      await counters.publish(dataset.id);
    }
    const training = { name: dataset.name, dataset: objects.uri(name) };
    const { warnings } = material;
    return {
      training,
      ...(input.request.link && { link: await linkTo(name, objects) }),
      ...(warnings.length > 0 && saidOf(shorten(warnings))),
    };
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    const { kind, message: reason } = error;
    throw new HttpError(kind === 'parameter' ? 'csv parameter' : 'csv failed', { reason });
  } finally {
    await store.remove();
  }
}

async function linkTo(name: string, objects: Objects) {
  const expires = Date.now() + LINK_LIFE * 1000;
  return { url: await objects.link(name, LINK_LIFE), expires };
}

async function gather(
  dataset: Dataset,
  { request, store, signal }: { request: CsvRequest; store: PageStore; signal: AbortSignal },
): Promise<Material> {
  const { tags, merged, moment, vectors } = await datasets.tagsAt(dataset.id);
  const tagMap = parseTagMap(request.tagmap, tags);
  const labels = labelTags(tags, tagMap);
  const pages = withRenamedTags(imageLists.ofDataset(dataset.id, CSV_FIELDS, moment), merged);
  const collected = await collectImages(pages, { dataset, store }, objects);
  const { percentages, group } = request;
  const about = { dataset: dataset.id, vectors, group };
  const copies = await findCopies(about, { objects, signal });
  const split = splitImages(collected.images, percentages, group, copies);
  const warnings = warningsOf(split, percentages, (tag) => labels.get(tag));
  return { ...collected, dataset, request, tagMap, labels, split, warnings };
}

async function writeFile(
  material: Material,
  signal: AbortSignal,
  objects: Objects,
): Promise<{ name: string; report: CsvReport }> {
  const about = { contentType: 'text/csv; charset=utf-8', signal };
  for (let attempt = 0; attempt < NAME_ATTEMPTS; attempt += 1) {
    const name = `dataset/${material.dataset.id}/csv/${nextTime()}.csv`;
    const made = makeText(material);
    if (await objects.write(name, made.text, about)) return { name, report: made.report() };
  }
  log('ERROR', 'no free name for a csv file');
  throw new HttpError('unavailable');
}

/** The bytes of the file as a stream. It ends with an error if the importer would reject the file. */
function makeText(material: Material): { text: Readable; report: () => CsvReport } {
  const count = new ReportCount();
  for (const [reason, images] of material.drops) count.addDropped(reason, images);
  const report = () =>
    count.report(material.dataset.id, material.dataset.type, parametersOf(material), splitOf(material));
  async function* pieces() {
    for await (const rows of rowsOf(material, count)) yield csvText(rows);
    requireSufficient(report());
  }
  return { text: Readable.from(pieces(), { objectMode: false }), report };
}

async function* rowsOf(
  { spool, dataset, labels, split, request: { format } }: Material,
  count: ReportCount,
): AsyncGenerator<string[][]> {
  let rows: string[][] = [];
  let number = 0;
  for await (const page of spool.pages()) {
    for (const image of page) {
      const set = split.setOf(number++);
      if (!set) continue;
      const made = imageRows(dataset.type, image, set, labels, format);
      count.addImage(set, made);
      if (isUnlisted(image.uri, format)) count.addUnlisted();
      rows.push(...made.rows);
      if (rows.length < ROWS_PER_CHUNK) continue;
      yield rows;
      rows = [];
    }
  }
  if (rows.length > 0) yield rows;
}

const parametersOf = ({ request: { percentages, group, format, strict, save }, tagMap }: Material) => ({
  percentages,
  group,
  format,
  strict,
  save,
  tagmap: Object.fromEntries(tagMap),
});

function splitOf({ split: { tallies, cuts, alike }, warnings }: Material): SplitReport {
  const { groups: count, largest } = tallies.all;
  const bursts = cuts && {
    limit: cuts.limit,
    cut: cuts.bursts,
    cuts: cuts.earlier.length,
    apart: cuts.apart,
  };
  return {
    groups: { count, largest, ...(alike && { alike }), ...(bursts && { bursts }) },
    ...saidOf(warnings),
  };
}

let lastTime = 0;

/** The current time as in `20261120T114100123Z`, at least a millisecond later than the previous one of this process. */
function nextTime(): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return new Date(lastTime).toISOString().replace(/[-:.]/g, '');
}

import { Readable } from 'node:stream';
import { Refusal } from '../common/errors.ts';
import { log } from '../common/log.ts';
import type { Dataset } from '../common/model.ts';
import type { Datasets, ImageLists, Objects } from '../common/ports.ts';
import { type Collected, CSV_FIELDS, collectImages } from './collect-images.ts';
import { CsvFault } from './csv-fault.ts';
import { type CsvRequest, readCsvRequest } from './csv-request.ts';
import { imageRows } from './csv-rows.ts';
import { csvText } from './csv-text.ts';
import type { TrainingSet } from './cuts.ts';
import { type Labels, labelTags } from './labels.ts';
import { type CsvReport, ReportCount, requireSufficient } from './report.ts';
import { requireDataset, type Target } from './require-dataset.ts';
import { splitImages } from './split.ts';
import { parseTagMap, type TagMap } from './tag-map.ts';

interface Input extends Target {
  query: URLSearchParams;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

interface Ports {
  datasets: Datasets;
  imageLists: ImageLists;
  objects: Objects;
}

/** The answer's `training` (Spec 4.1): name of the dataset and `gs://` uri of the file. */
export interface Training {
  name: string;
  dataset: string;
}

/** What one file is made of. */
interface Material extends Collected {
  dataset: Dataset;
  request: CsvRequest;
  tagMap: TagMap;
  labels: Labels;
  sets: ReadonlyMap<string, TrainingSet>;
}

/** Rows that are made to text at once: one on its own costs each stream on its way some calls. */
const TOGETHER = 2000;
/** Names tried before giving up: each is taken only when another call of the same millisecond was faster. */
const NAME_ATTEMPTS = 5;

/**
 * Writes the training file of a dataset and the report beside it (Spec 4.1, Contract 4). Nothing stands under the file's
 * name before the file is whole.
 * @throws Refusal `dataset not found`, `forbidden`, `csv parameter`, `csv failed`
 */
export async function generateCsv(input: Input, ports: Ports): Promise<Training> {
  const dataset = await requireDataset(input, 'editor', ports.datasets);
  try {
    const material = await gather(dataset, input.query, ports);
    const { name, report } = await writeFile(material, input.signal, ports.objects);
    await ports.objects.put(`${stem(name)}.report.json`, toJson(report), 'application/json');
    if (material.request.save) await ports.imageLists.assignSets(newSets(material));
    return { name: dataset.name, dataset: ports.objects.uri(name) };
  } catch (error) {
    throw error instanceof CsvFault ? refusalOf(error) : error;
  }
}

const refusalOf = ({ kind, reason }: CsvFault): Refusal =>
  new Refusal(kind === 'parameter' ? 'csv parameter' : 'csv failed', { reason });

async function gather(dataset: Dataset, query: URLSearchParams, ports: Ports): Promise<Material> {
  const request = readCsvRequest(query);
  const tags = await ports.datasets.tags(dataset);
  const tagMap = parseTagMap(request.tagmap, tags);
  const labels = labelTags(tags, tagMap);
  const pages = ports.imageLists.ofDataset(dataset.id, CSV_FIELDS);
  const collected = await collectImages(pages, { type: dataset.type, group: request.group }, ports.objects);
  const sets = splitImages(collected.images, request.percentages);
  return { ...collected, dataset, request, tagMap, labels, sets };
}

/** The sets that the split gave to images without one. */
const newSets = ({ images, sets }: Material): [string, TrainingSet][] =>
  images.flatMap(({ id, set }) => {
    const given = sets.get(id);
    return given !== undefined && given !== set ? [[id, given]] : [];
  });

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
  throw new Refusal('unavailable');
}

/** The bytes of the file as they are made; they fail at their end when the file would be of no use. */
function makeText(material: Material): { text: Readable; report: () => CsvReport } {
  const count = new ReportCount();
  for (const drop of material.drops) count.addDropped(drop);
  const report = () => count.report(material.dataset.id, material.dataset.type, parametersOf(material));
  async function* pieces() {
    for await (const rows of rowsOf(material, count)) yield csvText(rows);
    requireSufficient(report());
  }
  return { text: Readable.from(pieces(), { objectMode: false }), report };
}

async function* rowsOf(
  { spool, dataset, labels, sets }: Material,
  count: ReportCount,
): AsyncGenerator<string[][]> {
  let rows: string[][] = [];
  for await (const page of spool.pages()) {
    for (const image of page) {
      const set = sets.get(image.id);
      if (!set) continue;
      const made = imageRows(dataset.type, image, set, labels);
      count.addImage(set, made);
      rows.push(...made.rows);
      if (rows.length < TOGETHER) continue;
      yield rows;
      rows = [];
    }
  }
  if (rows.length > 0) yield rows;
}

const parametersOf = ({ request: { percentages, group, strict, save }, tagMap }: Material) => ({
  percentages,
  group,
  strict,
  save,
  tagmap: Object.fromEntries(tagMap),
});

let lastTime = 0;

/** `20261120T114100123Z`: now, or a millisecond after the last one of this process. */
function nextTime(): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return new Date(lastTime).toISOString().replace(/[-:.]/g, '');
}

const stem = (name: string): string => name.replace(/\.csv$/, '');

const toJson = (report: CsvReport): Buffer => Buffer.from(`${JSON.stringify(report, null, 2)}\n`);

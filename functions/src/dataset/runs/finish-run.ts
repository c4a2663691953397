import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { isPauseDue, pause } from '../../common/concurrency/pause.ts';
import type { Dataset } from '../../common/model.ts';
import type { ImageLists, Objects } from '../../common/ports.ts';
import { type RunImage, readRunLine, runLine } from '../../common/runs/run-lines.ts';
import {
  type MadeRun,
  type Run,
  type RunCounts,
  type Runs,
  runIndexName,
  runName,
} from '../../common/runs/run-ports.ts';
import { packText, unpackText } from '../packed-text.ts';
import { PageStore } from '../page-store.ts';
import { INDEX_FIELDS, RunIndexBuilder } from './judge/run-index-builder.ts';
import { ownRecords } from './own-records.ts';

export interface FinishPorts {
  imageLists: Pick<ImageLists, 'byIds'>;
  objects: Pick<Objects, 'put' | 'read' | 'remove' | 'stat' | 'write'>;
  runs: Pick<Runs, 'finish'>;
}

/** What a model said, in the order of the images' ids. */
type Said = AsyncIterable<readonly RunImage[]>;

/** Characters of lines that are packed together. */
const PACKED = 1_000_000;

/**
 * Writes the file and the index of a run, and marks it as ready (Contract 14). Images that are no longer in the dataset are left
 * out. It may be repeated after an interruption: what was said decides the file and its name.
 * @returns the run as it is then; null if it is gone
 */
export async function finishRun(
  { dataset, number, signal }: { dataset: Dataset; number: number; signal: AbortSignal },
  said: Said,
  ports: FinishPorts,
): Promise<Run | null> {
  const store = new PageStore(dataset.id, ports.objects);
  try {
    const { index, ...made } = await gather(said, { dataset, signal, store }, ports);
    const name = runName(dataset.id, made.hash);
    // An existing object of that name has the same bytes, because objects are written completely or not at all.
    if (!(await ports.objects.stat(name))) {
      const source = Readable.from(textOf(store), { objectMode: false });
      await ports.objects.write(name, source, { contentType: 'application/x-ndjson', signal });
    }
    // One that an interrupted attempt has left may be of other lines.
    await ports.objects.remove(runIndexName(dataset.id, number));
    await ports.objects.put(runIndexName(dataset.id, number), index, 'application/octet-stream');
    return await ports.runs.finish(dataset.id, number, made);
  } finally {
    await store.remove();
  }
}

async function* textOf(store: PageStore): AsyncGenerator<string> {
  for await (const page of store.pages()) yield unpackText(page);
}

interface Gathering {
  dataset: Dataset;
  signal: AbortSignal;
  store: PageStore;
}

async function gather(
  said: Said,
  { dataset, signal, store }: Gathering,
  { imageLists }: FinishPorts,
): Promise<MadeRun & { index: Buffer }> {
  const index = new RunIndexBuilder(dataset.type);
  const hash = createHash('sha256');
  const tally = new Tally();
  let text = '';
  const keep = async () => {
    if (text === '') return;
    hash.update(text);
    await store.add(packText(text));
    text = '';
  };
  for await (const page of said) {
    signal.throwIfAborted();
    const ids = page.map(({ image }) => image);
    const records = await ownRecords(dataset.id, ids, INDEX_FIELDS, imageLists);
    for (const each of page) {
      if (isPauseDue()) await pause();
      const record = records.get(each.image);
      if (!record) {
        tally.counts.gone += 1;
        continue;
      }
      const line = runLine(each);
      const kept = readRunLine(line);
      index.add({ ...kept, length: Buffer.byteLength(line), record });
      tally.add(kept);
      text += `${line}\n`;
      if (text.length > PACKED) await keep();
    }
  }
  await keep();
  return { hash: hash.digest('hex'), counts: tally.counts, index: index.finish() };
}

class Tally {
  readonly counts: RunCounts = { images: 0, empty: 0, predictions: 0, tags: {}, gone: 0 };

  add({ predictions }: RunImage): void {
    const { counts } = this;
    counts.images += 1;
    counts.empty += Number(predictions.length === 0);
    counts.predictions += predictions.length;
    for (const { tag } of predictions) counts.tags[tag] = (counts.tags[tag] ?? 0) + 1;
  }
}

import { createHash } from 'node:crypto';
import type { DatasetType } from '../../../../packages/records/src/lists.ts';
import { type RunImage, readRunLine, runLine } from '../../../../packages/records/src/run-lines.ts';
import { isPauseDue, pause } from '../../common/concurrency/pause.ts';
import type { ImageRecord } from '../../common/model.ts';
import type { MadeRun, RunCounts } from '../../common/runs/run-ports.ts';
import { packText } from '../packed-text.ts';
import { INDEX_FIELDS, RunIndexBuilder } from './judge/run-index-builder.ts';

/** What a model said, in the order of the images' ids. */
export type Said = AsyncIterable<readonly RunImage[]>;

/** Characters of lines that are packed together. */
const PACKED = 1_000_000;

export type Gathered = MadeRun & { index: Buffer };

export interface GatherPorts {
  /** Those that are images of the dataset. */
  recordsOf(ids: readonly string[], fields: readonly (keyof ImageRecord)[]): Promise<readonly ImageRecord[]>;
  /** Takes packed lines, in their order. */
  keep(page: Buffer): Promise<void>;
}

/** The lines and the index of a run. Images that are no longer in the dataset are left out. */
export async function gatherRun(
  said: Said,
  type: DatasetType,
  { recordsOf, keep }: GatherPorts,
): Promise<Gathered> {
  const index = new RunIndexBuilder(type);
  const hash = createHash('sha256');
  const tally = new Tally();
  let text = '';
  const pack = async () => {
    if (text === '') return;
    hash.update(text);
    await keep(packText(text));
    text = '';
  };
  for await (const page of said) {
    const ids = page.map(({ image }) => image);
    const records = new Map((await recordsOf(ids, INDEX_FIELDS)).map((each) => [each.id, each]));
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
      if (text.length > PACKED) await pack();
    }
  }
  await pack();
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

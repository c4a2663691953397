import { Readable } from 'node:stream';
import { nameOf } from '../../common/access/caller.ts';
import { imageLists } from '../../common/adapters/firestore/images/image-lists.ts';
import { runs } from '../../common/adapters/firestore/records/runs.ts';
import { objects } from '../../common/adapters/objects.ts';
import { tellNow } from '../../common/hooks/deliver-messages.ts';
import type { Budget } from '../../common/isolated/protocol.ts';
import type { Dataset, ImageRecord } from '../../common/model.ts';
import { type Run, runIndexName, runName } from '../../common/runs/run-ports.ts';
import { unpackText } from '../packed-text.ts';
import { PageStore } from '../page-store.ts';
import type { Gathered, GatherPorts } from './gather-run.ts';
import { ownRecords } from './own-records.ts';
import type { RunTarget } from './show-run.ts';

/** Of the process that reads a run: ten times what 100,000 images with ten boxes each take. */
const READING: Budget = { seconds: 600, megabytes: 512 };

/** How a run is read by an isolated process. */
export const readingBy = (caller: string, signal: AbortSignal) =>
  ({ budget: READING, place: 'long', caller, signal }) as const;

export const readingOf = ({ caller }: Pick<RunTarget, 'caller'>, signal: AbortSignal) =>
  readingBy(nameOf(caller, ''), signal);

/**
 * Writes the file and the index of a run, and marks it as ready (Contract 14). It may be repeated after an interruption: what was
 * said decides the file and its name.
 * @param gather has an isolated process read what was said
 * @returns the run as it is then; null if it is gone
 */
export async function finishRun(
  { dataset, number, signal }: { dataset: Dataset; number: number; signal: AbortSignal },
  gather: (ports: GatherPorts) => Promise<Gathered>,
): Promise<Run | null> {
  const store = new PageStore(dataset.id, objects);
  const keep = (page: Buffer) => store.add(page);
  try {
    const { index, ...made } = await gather({ recordsOf: recordsOf(dataset.id), keep });
    const name = runName(dataset.id, made.hash);
    // An existing object of that name has the same bytes, because objects are written completely or not at all.
    if (!(await objects.stat(name))) {
      const source = Readable.from(textOf(store), { objectMode: false });
      await objects.write(name, source, { contentType: 'application/x-ndjson', signal });
    }
    // One that an interrupted attempt has left may be of other lines.
    await objects.remove(runIndexName(dataset.id, number));
    await objects.put(runIndexName(dataset.id, number), index, 'application/octet-stream');
    const finished = await runs.finish(dataset.id, number, made);
    await tellNow({ kind: 'dataset', id: dataset.id });
    return finished;
  } finally {
    await store.remove();
  }
}

/** Records of images, for an isolated process. */
export const recordsOf =
  (dataset: string) =>
  async (ids: readonly string[], fields: readonly (keyof ImageRecord)[]): Promise<ImageRecord[]> => [
    ...(await ownRecords(dataset, ids, fields, imageLists)).values(),
  ];

async function* textOf(store: PageStore): AsyncGenerator<string> {
  for await (const page of store.pages()) yield unpackText(page);
}

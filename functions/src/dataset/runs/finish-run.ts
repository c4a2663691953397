import { Readable } from 'node:stream';
import { nameOf } from '../../common/access/caller.ts';
import type { Budget } from '../../common/isolated/protocol.ts';
import type { Dataset, ImageRecord } from '../../common/model.ts';
import type { ImageLists, Objects } from '../../common/ports.ts';
import { type Run, type Runs, runIndexName, runName } from '../../common/runs/run-ports.ts';
import { unpackText } from '../packed-text.ts';
import { PageStore } from '../page-store.ts';
import type { Gathered, GatherPorts } from './gather-run.ts';
import { ownRecords } from './own-records.ts';
import type { RunTarget } from './show-run.ts';

export interface FinishPorts {
  imageLists: Pick<ImageLists, 'byIds'>;
  objects: Pick<Objects, 'put' | 'read' | 'remove' | 'stat' | 'write'>;
  runs: Pick<Runs, 'finish'>;
}

/** Of the process that reads a run: ten times what 100,000 images with ten boxes each take. */
const READING: Budget = { seconds: 600, megabytes: 512 };

/** How a run is read by an isolated process. */
export const readingOf = ({ caller }: Pick<RunTarget, 'caller'>, signal: AbortSignal) =>
  ({ budget: READING, place: 'long', caller: nameOf(caller, ''), signal }) as const;

/**
 * Writes the file and the index of a run, and marks it as ready (Contract 14). It may be repeated after an interruption: what was
 * said decides the file and its name.
 * @param gather has an isolated process read what was said
 * @returns the run as it is then; null if it is gone
 */
export async function finishRun(
  { dataset, number, signal }: { dataset: Dataset; number: number; signal: AbortSignal },
  gather: (ports: GatherPorts) => Promise<Gathered>,
  ports: FinishPorts,
): Promise<Run | null> {
  const store = new PageStore(dataset.id, ports.objects);
  const keep = (page: Buffer) => store.add(page);
  try {
    const { index, ...made } = await gather({ recordsOf: recordsOf(dataset.id, ports.imageLists), keep });
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

/** Records of images, for an isolated process. */
export const recordsOf =
  (dataset: string, imageLists: FinishPorts['imageLists']) =>
  async (ids: readonly string[], fields: readonly (keyof ImageRecord)[]): Promise<ImageRecord[]> => [
    ...(await ownRecords(dataset, ids, fields, imageLists)).values(),
  ];

async function* textOf(store: PageStore): AsyncGenerator<string> {
  for await (const page of store.pages()) yield unpackText(page);
}

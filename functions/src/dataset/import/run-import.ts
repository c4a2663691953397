import { counters } from '../../common/adapters/firestore/counters/counters.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { tagRecords } from '../../common/adapters/firestore/records/tag-records.ts';
import { publisher } from '../../common/counters/counter-publisher.ts';
import { HttpError } from '../../common/errors.ts';
import { runIsolated } from '../../common/isolated/run-isolated.ts';
import type { InputOf } from '../../common/isolated/serve.ts';
import { type Doing, JobFailed } from '../../common/jobs/kind.ts';
import { logging } from '../../common/log.ts';
import type { Dataset } from '../../common/model.ts';
import { type ImportStep, importName } from '../../common/versions/import-ports.ts';
import { READING } from './check-import.ts';
import type { runArchive } from './isolated-run.ts';
import { type FoundImport, type ImportJobInput, openImport, rangesOf } from './open-import.ts';
import type { ArchivePorts, NewImportTag } from './run-protocol.ts';
import { ImageStore } from './store-image.ts';

/** Of the process that reads the archive: its pictures of masks may keep two processors busy for all of a task. */
const RUNNING = { ...READING, seconds: READING.seconds + 2 * 1_800 };

/** What a run asks an isolated process for. */
export interface Asked {
  input: InputOf<typeof runArchive>;
  ports: ArchivePorts;
}

/**
 * Imports from where the last step of the job has ended (Contract 11). Its cursor is behind what is done, never ahead of it: after
 * an attempt was killed, the next one repeats a few images, which are recognized by their bytes.
 * @returns null if its time is up before all is done
 * @throws JobFailed; HttpError `import not found`, `import not uploaded`, `unavailable`, `too costly`
 */
export const runImport = (doing: Doing): Promise<ImportStep | null> =>
  workOn(doing, (asked) =>
    runIsolated<typeof runArchive>('runArchive', {
      ...asked,
      budget: RUNNING,
      place: 'long',
      caller: doing.dataset.owner,
      signal: doing.signal,
    }),
  ).catch((error: unknown) => {
    const isSaid = error instanceof HttpError && error.code === 'import failed';
    throw isSaid ? new JobFailed(String(error.particulars.reason)) : error;
  });

/** @param work does what is asked, in an isolated process */
export async function workOn(
  doing: Doing,
  work: (asked: Asked) => Promise<ImportStep>,
): Promise<ImportStep | null> {
  const dataset = doing.dataset.id;
  const begun = new Set<Promise<unknown>>();
  try {
    const input = doing.job.input as unknown as ImportJobInput;
    const found = await openImport(doing.dataset, { ...input, id: input.import });
    const reached = await work(askedOf(found, doing, begun));
    const { done, total } = reached.progress;
    await doing.step(1, async () => ({ cursor: reached, done, total }));
    return done === total ? reached : null;
  } finally {
    // What has begun goes on although its process has ended.
    await Promise.allSettled(begun);
    await counters.publish(dataset).catch(logging('WARNING', 'counters not published', { dataset }));
  }
}

/** @param begun has what is being stored */
function askedOf(
  { dataset, id, record, stat, tagMap }: FoundImport,
  { job, cursor, step, guard, isTimeUp, signal }: Doing,
  begun: Set<Promise<unknown>>,
): Asked {
  const { format, isPerson } = job.input as unknown as ImportJobInput;
  const read = rangesOf(importName(dataset.id, id), stat);
  const monitors = new Set(Object.keys(dataset.monitors));
  const about = {
    dataset: dataset.id,
    type: dataset.type,
    monitors,
    import: id,
    createdAt: record.createdAt,
  };
  const store = new ImageStore({ ...about, isPerson, read, guard, signal });
  const tracked = <T>(work: Promise<T>): Promise<T> => {
    begun.add(work);
    return work.finally(() => begun.delete(work));
  };
  return {
    input: { size: stat.size, format, tagMap, id, before: cursor as ImportStep | null },
    ports: {
      range: read,
      tags: async () => datasets.tags(await datasetOf(dataset.id)),
      makeTag: (tag) => makeTag(dataset.id, tag),
      open: (image) => tracked(store.open(image)),
      addMask: (...mask) => tracked(store.addMask(...mask)),
      close: (...image) => tracked(store.close(...image)),
      note: async (reached) => {
        const { done, total } = reached.progress;
        await step(1, async () => ({ cursor: reached, done, total }));
        void publisher.note(dataset.id);
        return isTimeUp();
      },
    },
  };
}

async function datasetOf(id: string): Promise<Dataset> {
  const dataset = await datasets.find(id);
  if (!dataset) throw new HttpError('dataset not found', { id });
  return dataset;
}

/** @returns false if the name is taken @throws HttpError `dataset not found`, `import failed` */
async function makeTag(dataset: string, tag: NewImportTag): Promise<boolean> {
  const made = await tagRecords.create(dataset, { ...tag, order: undefined, request: null });
  if (made === null) throw new HttpError('dataset not found', { id: dataset });
  if (made === 'too many') {
    const reason = 'a dataset has at most 400 tags; use tagmap to join labels';
    throw new HttpError('import failed', { reason });
  }
  return made !== 'name taken';
}

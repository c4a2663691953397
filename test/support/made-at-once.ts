import type { WriteBatch } from 'firebase-admin/firestore';
import type { Beside, Job } from '../../functions/src/common/jobs/job.ts';
import type { Dataset } from '../../functions/src/common/model.ts';
import type { Datasets } from '../../functions/src/common/ports.ts';
import type { Versions } from '../../functions/src/common/versions/version-ports.ts';
import type { parametersOf, VersionBody } from '../../functions/src/dataset/version/parameters.ts';
import type { workOnVersion } from '../../functions/src/dataset/version/version-job.ts';
import type { VersionCounts } from '../../packages/records/src/version-counts.ts';

interface Code {
  parametersOf: typeof parametersOf;
  workOnVersion: typeof workOnVersion;
}

interface Wanted {
  dataset: string;
  body: VersionBody;
  signal?: AbortSignal;
}

/** A version as its job makes it, without a queue. @param stores those of the code @param commit of a database, if there is one */
export async function madeAtOnce(
  { parametersOf, workOnVersion }: Code,
  { dataset: id, body, signal = new AbortController().signal }: Wanted,
  { datasets, versions }: { datasets: Datasets; versions: Versions },
  commit = <T>(work: (batch: WriteBatch) => Promise<T>): Promise<T> => work(null as never),
): Promise<{ number: number; hash: string; counts: VersionCounts }> {
  const dataset = (await datasets.find(id)) as Dataset;
  const parameters = parametersOf(body, dataset, await datasets.tags(dataset));
  const { name, note } = body;
  const version = await commit((batch) => versions.create(id, { name, note, by: '', parameters }, batch));
  const job = { input: { version } } as unknown as Job;
  const { result, beside } = await workOnVersion({ dataset, job, signal, report: () => {} });
  await (beside as Beside)(null as never, null);
  return result;
}

import type { WriteBatch } from 'firebase-admin/firestore';
import type { Beside, Job } from '../../functions/src/common/jobs/job.ts';
import type { Dataset } from '../../functions/src/common/model.ts';
import type { Datasets } from '../../functions/src/common/ports.ts';
import type { BuildPorts } from '../../functions/src/dataset/version/build-version.ts';
import type { parametersOf } from '../../functions/src/dataset/version/parameters.ts';
import type { VersionBody } from '../../functions/src/dataset/version/schema.ts';
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

/** A version as its job makes it, without a queue. @param commit of a database, if there is one */
export async function madeAtOnce(
  { parametersOf, workOnVersion }: Code,
  { dataset: id, body, signal = new AbortController().signal }: Wanted,
  ports: BuildPorts & { datasets: Datasets },
  commit = <T>(work: (batch: WriteBatch) => Promise<T>): Promise<T> => work(null as never),
): Promise<{ number: number; hash: string; counts: VersionCounts }> {
  const dataset = (await ports.datasets.find(id)) as Dataset;
  const parameters = parametersOf(body, dataset, await ports.datasets.tags(dataset));
  const { name, note } = body;
  const version = await commit((batch) =>
    ports.versions.create(id, { name, note, by: '', parameters }, batch),
  );
  const job = { input: { version } } as unknown as Job;
  const { result, beside } = await workOnVersion({ dataset, job, signal, report: () => {} }, ports);
  await (beside as Beside)(null as never, null);
  return result;
}

import { outOf } from '../../../../packages/formats/formats.ts';
import { versions } from '../../common/adapters/firestore/records/versions.ts';
import { objects } from '../../common/adapters/objects.ts';
import { type Doing, type Done, JobFailed, type Kind } from '../../common/jobs/kind.ts';
import { storeFile, temporaryName } from '../deliver-file.ts';
import { type Exporting, makeExport, planExport } from './make-export.ts';

/** `base`: only where links lead to it. */
export type ExportJobInput = Pick<Exporting, 'format' | 'images' | 'upright'> & {
  version: number;
  base?: string;
};

/** `result`: link to the file. */
export interface ExportJobResult {
  result: string;
  notes: string[];
  revision: number;
}

/** The file appears when it is whole: cancelled, nothing is there. */
export const exportJob: Kind = { role: 'viewer', work: storeExport };

async function storeExport({ dataset: { id: dataset }, job, signal, report }: Doing): Promise<Done> {
  const { version: number, base = '', ...asked } = job.input as unknown as ExportJobInput;
  const version = await versions.find(dataset, number);
  if (!version?.counts) throw new JobFailed('the version is gone');
  const { counts } = version;
  report({ done: 0, total: counts.images });
  const exporting = { dataset, version: { ...version, counts }, base, ...asked };
  const { bytes: _, notes, ...file } = await planExport(exporting);
  let noted: readonly string[] = notes;
  const stream = await makeExport(exporting, {
    signal,
    noted: (all) => {
      noted = all;
    },
    seen: (done) => report({ done }),
  });
  const name = temporaryName(dataset, `-${file.fileName}`);
  const link = await storeFile({ ...file, stream }, name, { objects, signal });
  const result: ExportJobResult = { result: link, notes: [...noted], revision: outOf(asked.format).revision };
  return { result };
}

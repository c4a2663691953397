import { nameOf } from '../../common/access/caller.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import type { Budget } from '../../common/isolated/protocol.ts';
import { runIsolated } from '../../common/isolated/run-isolated.ts';
import type { InputOf } from '../../common/isolated/serve.ts';
import { importName } from '../../common/versions/import-ports.ts';
import type { Checked, CheckPorts, checkArchive } from './isolated-check.ts';
import { findImport, type ImportInput, rangesOf } from './open-import.ts';

/** Of the process that reads the archive: names and labels of the largest one take a third of both. */
export const READING: Budget = { seconds: 600, megabytes: 512 };

/**
 * What an import would add (Contract 11). Changes nothing.
 * @throws HttpError as `findImport`, `import failed`, `unavailable`, `too costly`
 */
export async function checkImport(input: ImportInput & { signal: AbortSignal }): Promise<Checked> {
  return runIsolated<typeof checkArchive>('checkArchive', {
    ...(await openCheck(input)),
    budget: READING,
    place: 'long',
    caller: nameOf(input.caller, ''),
    signal: input.signal,
  });
}

/** The archive, for an isolated process. @throws HttpError as `findImport` */
export async function openCheck(
  input: ImportInput,
): Promise<{ input: InputOf<typeof checkArchive>; ports: CheckPorts }> {
  const { dataset, id, stat, tagMap } = await findImport(input);
  const { size } = stat;
  const monitors = new Set(Object.keys(dataset.monitors));
  return {
    input: { size, format: input.format, tagMap, import: id, monitors },
    ports: {
      range: rangesOf(importName(dataset.id, id), stat),
      tags: () => datasets.tags(dataset),
    },
  };
}

/** The beginning of all isolated work on an archive. */

import type { ImportFormat } from '../../../../../packages/formats/formats.ts';
import { ImportFault } from '../../../../../packages/formats/src/read/import-fault.ts';
import type { Plan } from '../../../../../packages/formats/src/read/plan.ts';
import { HttpError } from '../../../common/errors.ts';
import { planImport } from '../recognize.ts';
import { Archive } from './archive.ts';
import type { ReadRange } from './directory.ts';

/** @throws HttpError `import failed`; what `read` throws */
export const openArchive = (
  read: ReadRange,
  size: number,
  format: ImportFormat | undefined,
): Promise<{ archive: Archive; plan: Plan }> =>
  asHttpError(async () => {
    const archive = await Archive.open(read, size);
    return { archive, plan: await planImport(archive, format) };
  });

/** @throws HttpError `import failed` for an ImportFault */
export async function asHttpError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportFault) throw new HttpError('import failed', { reason: error.message }, error);
    throw error;
  }
}

import { acceptances } from '../../../common/adapters/firestore/records/acceptances.ts';
import { inParallel } from '../../../common/concurrency/in-parallel.ts';
import { HttpError } from '../../../common/errors.ts';
import { isId } from '../../../common/ids.ts';
import type { ListedAcceptance, Progress } from '../../../common/runs/acceptance-ports.ts';
import { requireDataset, type Target } from '../../require-dataset.ts';

interface Input extends Target {
  page: { limit: number; after: string | null };
}

/** `accepted`: images that got their class, `restored`: those of them that lost it again when it was taken back. */
interface Shown
  extends Omit<ListedAcceptance, 'id' | 'progress'>,
    Pick<Progress, 'state' | 'accepted' | 'restored'> {
  acceptance: string;
  unreviewed: number;
}

/** Acceptances whose images are counted at once. */
const PARALLEL = 8;

/**
 * What was accepted in bulk (Contract 15), newest first, for everybody who may see the dataset: whoever may edit it can take it back.
 * @throws HttpError `dataset not found`, `acceptance not found`
 */
export async function listAcceptances({
  page,
  ...target
}: Input): Promise<{ acceptances: Shown[]; next: string | null }> {
  const { id } = await requireDataset(target, 'viewer');
  const { after, limit } = page;
  const isNamed = after === null || isId(after);
  const found = isNamed ? await acceptances.page(id, { after, limit: limit + 1 }) : null;
  if (!found) throw new HttpError('acceptance not found', { id: after ?? '' });
  const listed = found.slice(0, limit);
  return {
    acceptances: await inParallel(listed, PARALLEL, async ({ id: acceptance, progress, ...fields }) => {
      const { state, accepted, restored } = progress;
      const unreviewed = state === 'open' ? 0 : await acceptances.unreviewed(acceptance);
      return { acceptance, ...fields, state, accepted, restored, unreviewed };
    }),
    next: found.length > limit ? (listed.at(-1)?.id ?? null) : null,
  };
}

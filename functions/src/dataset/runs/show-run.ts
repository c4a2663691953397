import * as z from 'zod/mini';
import type { Role } from '../../common/access/permit.ts';
import { runs } from '../../common/adapters/firestore/records/runs.ts';
import { HttpError } from '../../common/errors.ts';
import { about, id } from '../../common/http/input/fields.ts';
import { afterNumber, limit } from '../../common/http/input/query-fields.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Dataset } from '../../common/model.ts';
import type { Run } from '../../common/runs/run-ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';

export const runsQuery = z.object({ limit: limit(200, 'Runs of a page.'), after: afterNumber('run') });

export const runPath = z.object({
  dataset_id: id('Dataset id'),
  run: z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/), about('Number of the run.', { example: '1' })),
    z.transform(Number),
  ),
});

export interface RunTarget extends Target {
  /** Number of the run. */
  run: number;
}

/** A run as answers show it. `reason` is present only if it failed. */
type ShownRun = Omit<Run, 'reason' | 'detecting'> & { reason?: string };

export const runTargetOf = (input: {
  params: { dataset_id: string; run: number };
  caller: Target['caller'];
}): RunTarget => ({ dataset: input.params.dataset_id, run: input.params.run, caller: input.caller });

/** @throws HttpError `dataset not found`, `forbidden`, `run not found` */
export async function findRun(
  { run: number, ...target }: RunTarget,
  role: Role,
): Promise<{ dataset: Dataset; run: Run }> {
  const dataset = await requireDataset(target, role);
  const run = await runs.find(dataset.id, number);
  if (!run) throw new HttpError('run not found', { id: String(number) });
  noteLogFields({ run: number });
  return { dataset, run };
}

/** @throws HttpError as `findRun`, and `run not ready` */
export async function requireReadyRun(
  target: RunTarget,
  role: Role,
): Promise<{ dataset: Dataset; run: Run & { counts: NonNullable<Run['counts']> } }> {
  const { dataset, run } = await findRun(target, role);
  const { counts, number, state } = run;
  if (counts === null) throw new HttpError('run not ready', { id: String(number), reason: state });
  return { dataset, run: { ...run, counts } };
}

export async function showRun(target: RunTarget): Promise<ShownRun> {
  return shown((await findRun(target, 'viewer')).run);
}

/**
 * Highest number first.
 * @throws HttpError `dataset not found`
 */
export async function listRuns({
  page,
  ...target
}: Target & { page: { limit: number; after: number | null } }): Promise<{
  runs: ShownRun[];
  next: number | null;
}> {
  const { id } = await requireDataset(target, 'viewer');
  const found = await runs.page(id, { ...page, limit: page.limit + 1 });
  const listed = found.slice(0, page.limit);
  const next = found.length > page.limit ? (listed.at(-1)?.number ?? null) : null;
  return { runs: listed.map(shown), next };
}

const shown = ({ reason, detecting: _, ...run }: Run): ShownRun => ({
  ...run,
  ...(reason !== '' && { reason }),
});

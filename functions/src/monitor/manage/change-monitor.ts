import * as z from 'zod/mini';
import { monitorRecords } from '../../common/adapters/firestore/records/monitor-records.ts';
import { HttpError } from '../../common/errors.ts';
import { about, members } from '../../common/http/input/fields.ts';
import { dataset, name, review } from './make-monitor.ts';
import { mayManage, refuseTarget, requireManaged, requireTargetOf, type Target } from './require-managed.ts';

/** A camera may send one frame in a week, or hundreds a second. */
const SLOWEST = 0.001;
const FASTEST = 60_000;
const PACE = `expected must be a number from ${SLOWEST} to ${FASTEST}, or null`;

const expected = z
  .nullable(z.number(PACE).check(z.gte(SLOWEST, PACE), z.lte(FASTEST, PACE)))
  .check(
    about(
      'Frames per minute that its camera sends. Null: as many as in its last session. It is silent or slow by this.',
    ),
  );

export const monitorChangeBody = members({
  name: z.optional(name),
  dataset: z.optional(dataset),
  review: z.optional(review),
  expected: z.optional(expected),
});

type MonitorFieldsChange = z.output<typeof monitorChangeBody>;

/**
 * Changes the name, the default dataset (null for none), which then admits the monitor, the percentage of frames that are put
 * into REVIEW (Contract 9: PATCH monitor), or the expected rate (Contract 16).
 * @throws HttpError `monitor not found`, `upload dataset`, `forbidden`
 */
export async function changeMonitor(input: Target & { change: MonitorFieldsChange }): Promise<void> {
  const { caller, change } = input;
  const { id } = await requireManaged(input, 'editor');
  const dataset = await requireTargetOf(caller, { dataset: change.dataset, monitor: id });
  const permit = mayManage(caller, 'editor');
  const changed = await monitorRecords.change(id, { ...change, dataset }, permit);
  if (changed === null) throw new HttpError('monitor not found');
  if (changed !== true) throw refuseTarget(changed, dataset?.id ?? '');
}

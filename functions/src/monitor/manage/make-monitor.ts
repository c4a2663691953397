import * as z from 'zod/mini';
import type { Caller } from '../../common/access/caller.ts';
import { uidOf } from '../../common/access/permit-maker.ts';
import { monitorRecords } from '../../common/adapters/firestore/records/monitor-records.ts';
import { HttpError } from '../../common/errors.ts';
import { about, members } from '../../common/http/input/fields.ts';
import { chosenId, nameField } from '../../common/http/input/name-fields.ts';
import { noteLogFields } from '../../common/log.ts';
import { idOf, randomId } from '../../common/records/made-ids.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import { refuseTarget, requireTargetOf } from './require-managed.ts';

export const name = nameField('name').check(about('Name for people.'));

export const dataset = z.nullable(
  z
    .string('dataset must be an id or null')
    .check(about('Id of the dataset for frames that do not name one. The caller must be an editor of it.')),
);

const SHARE = 'review must be a number from 0 to 100';

export const review = z
  .number(SHARE)
  .check(z.gte(0, SHARE), z.lte(100, SHARE), about('Percentage of new frames that are put into REVIEW.'));

export const newMonitorBody = members({
  name,
  dataset: z._default(dataset, null),
  review: z._default(review, 0),
  id: chosenId,
});

type MonitorFields = z.output<typeof newMonitorBody>;

interface Input {
  monitor: MonitorFields;
  caller: Caller;
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
}

/**
 * Creates a monitor, which the caller owns (Contract 9: POST monitor).
 * @returns its id; a retry of the same request gets the same id
 * @throws HttpError `monitor exists`, `upload dataset`, `forbidden` if the caller is not an editor of the dataset
 */
export async function makeMonitor({ monitor, caller, requestKey }: Input): Promise<string> {
  const owner = uidOf(caller);
  const request = nameRequest('monitor', owner, requestKey);
  const id = monitor.id ?? (request === null ? randomId() : idOf(request));
  noteLogFields({ monitor: id });
  const { name, review } = monitor;
  const dataset = await requireTargetOf(caller, { dataset: monitor.dataset, monitor: id });
  const made = await monitorRecords.create({ id, name, owner, dataset, review, request });
  if (made === 'taken') throw new HttpError('monitor exists', { id });
  if (made === 'full' || made === 'no dataset') throw refuseTarget(made, dataset?.id ?? '');
  return id;
}

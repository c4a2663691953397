import type { Caller } from '../access/caller.ts';
import { judge } from '../access/permit.ts';
import { uidOf } from '../access/permit-maker.ts';
import { type ErrorCode, HttpError } from '../errors.ts';
import { noteLogFields } from '../log.ts';
import type { Membership } from '../model.ts';
import type { MemberRecords } from './ports.ts';
import { requireChanged } from './set-member.ts';

interface Input {
  kind: 'dataset' | 'monitor';
  id: string;
  /** Null if there is none. */
  record: Membership | null;
  caller: Caller;
}

const missingOf = ({ kind }: Input) => `${kind} not found` as const satisfies ErrorCode;

/**
 * The person to whom a record is offered takes it over (Contract 8). Idempotent.
 * @throws HttpError `dataset not found` or `monitor not found`, also for a person who has no role and no offer; `no offer`
 */
export async function acceptOffer(
  input: Input,
  { memberRecords }: { memberRecords: MemberRecords },
): Promise<void> {
  const { kind, id, record, caller } = input;
  const uid = uidOf(caller);
  const changed = record && (uid === '' ? 'no offer' : await memberRecords.accept(id, uid));
  const isHidden = record === null || judge(caller, record, 'viewer') === 'hidden';
  requireChanged(changed === 'no offer' && isHidden ? null : changed, missingOf(input), id);
  noteLogFields({ [kind]: id });
}

/**
 * The owner withdraws the offer of a record, or the person to whom it is made declines it (Contract 8). Idempotent.
 * @throws HttpError `dataset not found` or `monitor not found`, also for a person who has no role and no offer; `forbidden` for
 *   an offer to somebody else
 */
export async function endOffer(
  input: Input,
  { memberRecords }: { memberRecords: MemberRecords },
): Promise<void> {
  const { kind, id, record, caller } = input;
  const verdict = record ? judge(caller, record, 'owner') : 'hidden';
  const isMine = record?.offer !== undefined && record.offer.to === uidOf(caller);
  if (verdict === 'hidden' && !isMine) throw new HttpError(missingOf(input), { id });
  if (verdict === 'low' && record?.offer && !isMine) throw new HttpError('forbidden');
  noteLogFields({ [kind]: id });
  if (!record?.offer) return;
  const ended = await memberRecords.endOffer(id, verdict === 'yes' ? null : record.offer.to);
  requireChanged(ended, missingOf(input), id);
}

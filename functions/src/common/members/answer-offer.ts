import type { Caller } from '../access/caller.ts';
import { judge } from '../access/permit.ts';
import { uidOf } from '../access/permit-maker.ts';
import { type ErrorCode, HttpError } from '../errors.ts';
import { noteLogFields } from '../log.ts';
import type { Membership, Permit } from '../model.ts';
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
export async function acceptOffer(input: Input, members: MemberRecords): Promise<void> {
  const { kind, id, record, caller } = input;
  const by = uidOf(caller);
  const permit: Permit = {
    by,
    judge(now) {
      if (by !== '' && [now.owner, now.offer?.to].includes(by)) return by;
      throw judge(caller, now, 'viewer') === 'hidden'
        ? new HttpError(missingOf(input), { id })
        : new HttpError('no offer');
    },
  };
  requireChanged(record && (await members.accept(id, permit)), missingOf(input), id);
  noteLogFields({ [kind]: id });
}

/**
 * The owner withdraws the offer of a record, or the person to whom it is made declines it (Contract 8). Idempotent.
 * @throws HttpError `dataset not found` or `monitor not found`, also for a person who has no role and no offer; `forbidden` for
 *   an offer to somebody else
 */
export async function endOffer(input: Input, members: MemberRecords): Promise<void> {
  const { kind, id, record, caller } = input;
  const by = uidOf(caller);
  const permit: Permit = {
    by,
    judge(now) {
      const verdict = judge(caller, now, 'owner');
      const isMine = now.offer !== undefined && now.offer.to === by;
      if (verdict === 'hidden' && !isMine) throw new HttpError(missingOf(input), { id });
      if (verdict === 'low' && now.offer && !isMine) throw new HttpError('forbidden');
      return by;
    },
  };
  requireChanged(record && (await members.endOffer(id, permit)), missingOf(input), id);
  noteLogFields({ [kind]: id });
}

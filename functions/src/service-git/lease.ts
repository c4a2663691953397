import { randomUUID } from 'node:crypto';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { firestore } from '../common/adapters/firebase.ts';
import { Refusal } from '../common/errors.ts';
import { describeError, log } from '../common/log.ts';
import { within } from '../common/within.ts';
import type { Lease } from './ports.ts';

/** Milliseconds: longer than the function may run, so that a lease ends by itself only when its holder is gone. */
const TERM = 150_000;
const DEADLINE = 10_000;

const holder = randomUUID();

/** `lease/service-git`: `holder`, `token` (grows), `until`. */
export const firestoreLease: Lease = {
  async take() {
    const reference = firestore().doc('lease/service-git');
    const taking = firestore().runTransaction(async (transaction) => {
      const standing = await transaction.get(reference);
      const until = standing.get('until') as Timestamp | undefined;
      const isHeld =
        until !== undefined && until.toMillis() > Date.now() && standing.get('holder') !== holder;
      if (isHeld) return null;
      const next = ((standing.get('token') as number | undefined) ?? 0) + 1;
      transaction.set(reference, { holder, token: next, until: Timestamp.fromMillis(Date.now() + TERM) });
      return next;
    });
    const token = await within(DEADLINE, 'lease', taking);
    if (token === null) throw new Refusal('volume busy');
    return { token, release: () => release(token) };
  },
};

/** The work is done whether this succeeds or not; a lease that stays ends by itself. */
async function release(token: number): Promise<void> {
  const reference = firestore().doc('lease/service-git');
  const releasing = firestore().runTransaction(async (transaction) => {
    const standing = await transaction.get(reference);
    if (standing.get('token') === token) transaction.update(reference, { until: FieldValue.delete() });
  });
  await within(DEADLINE, 'lease', releasing).catch((error: unknown) => {
    log('WARNING', 'lease not released', { reason: describeError(error) });
  });
}

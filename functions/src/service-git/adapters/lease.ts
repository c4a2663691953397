import { randomUUID } from 'node:crypto';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { firestore } from '../../common/adapters/firebase.ts';
import { changeDocument, isCommitted } from '../../common/adapters/firestore/change-document.ts';
import { withTimeout } from '../../common/concurrency/timeout.ts';
import { HttpError } from '../../common/errors.ts';
import { logging } from '../../common/log.ts';
import { shareLease } from '../share-lease.ts';

/** Milliseconds: longer than the function may run, so that a lease only expires if its holder is gone. */
const TERM = 150_000;
const DEADLINE = 10_000;

const holder = randomUUID();

/** `lease/service-git`: `holder`, `token` (grows), `until`. */
export const lease = shareLease({
  acquire: (highest) => withTimeout(DEADLINE, 'lease', acquire(highest)),
  release,
});

const document = () => firestore().doc('lease/service-git');

/**
 * Not a transaction, whose locks would outlive a caller that gave up waiting. The record of the lease decides who is next;
 * the volume only raises the number, in case the record is an older one or new (a backup, another database). A crash
 * before the number is on the volume does no harm: the record has it already.
 */
async function acquire(highest: number): Promise<number> {
  const first = { holder, token: highest + 1, until: Timestamp.fromMillis(Date.now() + TERM) };
  const token = await changeDocument(document(), ({ snapshot, batch, condition }) => {
    const until = snapshot.get('until') as Timestamp | undefined;
    if (until !== undefined && until.toMillis() > Date.now() && snapshot.get('holder') !== holder)
      throw new HttpError('volume busy');
    const next = Math.max(Number(snapshot.get('token') ?? 0), highest) + 1;
    batch.update(snapshot.ref, { ...first, token: next }, condition);
    return next;
  });
  if (token !== null) return token;
  return (await isCommitted(firestore().batch().create(document(), first))) ? first.token : acquire(highest);
}

/** If that fails, the work is still done, and the lease expires by itself. */
async function release(token: number): Promise<void> {
  const releasing = changeDocument(document(), ({ snapshot, batch, condition }) => {
    if (snapshot.get('token') === token)
      batch.update(snapshot.ref, { until: FieldValue.delete() }, condition);
  });
  await withTimeout(DEADLINE, 'lease', releasing).catch(logging('WARNING', 'lease not released'));
}

import type { DocumentReference, DocumentSnapshot, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { LRUCache } from 'lru-cache';
import { inParallel } from '../../../concurrency/in-parallel.ts';
import { describeError, log } from '../../../log.ts';
import { MOST_MEMBERS } from '../../../members/ports.ts';
import { firestore } from '../../firebase.ts';
import { asRead } from '../change-document.ts';
import { getAll, inTime, readDocument, readQuery } from '../documents.ts';
import { list } from '../fields.ts';
import { isDeleted } from '../records/datasets.ts';
import { changeMembership, givenIn, hashAddress, stillCounts, withMember } from './member-records.ts';

/** Invitations that are read at once, and in one call: those of one person are far fewer (`member-records.ts`). */
const PAGE = 250;
const MOST = 1_000;
/** Invitations that are accepted concurrently. */
const PARALLEL = 8;
/** Invitations that cannot be accepted now, of deleted or full records: a person's next token may read so many again. */
const FEW = 10;
/** Milliseconds after a call that left more, or failed to accept one, in which the same person's next ones read nothing. */
const PAUSE = 300_000;

const pausing = new LRUCache<string, true>({ max: 10_000, ttl: PAUSE });

/** Invitations of one person to all records; they take effect once the person has proved the address. */
export const invitations = {
  /**
   * Those to deleted or full records stay, and take effect at a later call if the record is restored or has room again.
   * @param address in lower case, verified
   * @returns false: one failed or many are left, so that calls within the next minutes read nothing; or this is such a call
   */
  async accept(uid: string, address: string): Promise<boolean> {
    const person = `${uid} ${address}`;
    if (pausing.has(person)) return false;
    const group = firestore().collectionGroup('invitation').where('hash', '==', hashAddress(address));
    const sum = { left: 0, failed: 0 };
    let page = await readQuery(group.limit(PAGE));
    for (let read = page.size; ; read += page.size) {
      await acceptPage(uid, page.docs, sum);
      if (page.size < PAGE || read >= MOST) break;
      page = await readQuery(group.startAfter(page.docs.at(-1)).limit(PAGE));
    }
    const isPausing = sum.failed > 0 || sum.left > FEW;
    if (isPausing) pausing.set(person, true);
    return !isPausing;
  },
};

async function acceptPage(
  uid: string,
  page: readonly QueryDocumentSnapshot[],
  sum: { left: number; failed: number },
): Promise<void> {
  const records = await getAll(page.map(recordOf), ['deleted', 'people']);
  await inParallel(page.entries(), PARALLEL, async ([index, invitation]) => {
    const record = records[index] as DocumentSnapshot;
    if (record.exists && !hasRoom(record, uid)) sum.left += 1;
    else
      await (record.exists ? acceptOne(uid, invitation) : forget(invitation)).catch((error: unknown) => {
        sum.failed += 1;
        log('WARNING', 'invitation not accepted', { reason: describeError(error) });
      });
  });
}

/** `people` is the owner and the members. */
function hasRoom(record: DocumentSnapshot, uid: string): boolean {
  const people = list(record.get('people'));
  return !isDeleted(record.data() ?? {}) && (people.length <= MOST_MEMBERS || people.includes(uid));
}

/** What it invited to is gone. */
const forget = ({ ref }: QueryDocumentSnapshot): Promise<unknown> => inTime('commit', ref.delete());

const recordOf = ({ ref }: QueryDocumentSnapshot) => ref.parent.parent as DocumentReference;

/**
 * The invitation is deleted in the commit that makes it a membership. One that was withdrawn meanwhile has no effect, nor one of
 * somebody who could not invite any more (Contract 8): it is judged, instead of the caller, by the record in the commit.
 */
async function acceptOne(uid: string, invitation: QueryDocumentSnapshot): Promise<void> {
  await changeMembership(recordOf(invitation), { by: uid, judge: () => uid }, async (before, batch) => {
    const current = await readDocument(invitation.ref);
    if (!current.exists) return before;
    batch().delete(current.ref, asRead(current));
    if (!(await stillCounts(givenIn(current), before.owner))) return before;
    const role = current.get('role') === 'editor' ? 'editor' : 'viewer';
    return before.owner === uid ? before : withMember(before, uid, role);
  });
}

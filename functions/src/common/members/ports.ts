/** Ports for roles and invitations (Contract 9). Adapters are in `common/adapters/`. */
import type { Role } from '../access/permit.ts';
import type { Given, Offer, Permit } from '../model.ts';

/** An account of the deployment. */
export interface KnownPerson {
  uid: string;
  /** In lower case; null if it has none, or has not verified it. */
  address: string | null;
}

/** An account as its colleagues see it. Both are `''` where it has none; an unverified address counts as absent. */
export interface PersonName {
  name: string;
  address: string;
}

/** Of an account that is gone. */
export const NAMELESS: PersonName = { name: '', address: '' };

/** Accounts of people. */
export interface Directory {
  /** By uid, without accounts that are gone. */
  describe(uids: readonly string[]): Promise<ReadonlyMap<string, PersonName>>;
  findByUid(uid: string): Promise<KnownPerson | null>;
  /** @param address in lower case */
  findByAddress(address: string): Promise<KnownPerson | null>;
  /** Whether the account has the claim `admin` now, whatever its tokens say. */
  isAdministrator(uid: string): Promise<boolean>;
}

export interface Invitation extends Given {
  /** In lower case. */
  address: string;
  role: 'viewer' | 'editor';
}

/** A record whose ownership is offered to somebody. */
export interface OfferedRecord extends Pick<Offer, 'by' | 'at'> {
  id: string;
  name: string;
}

/** Result of a change. `owner stays`: the change would leave the record without its owner. Null: the record is gone. */
export type Changed = 'done' | 'offered' | 'owner stays' | null;

/** A record is one document, and each member is a field in it. */
export const MOST_MEMBERS = 500;

/**
 * People of one kind of record. `owner`, `members`, `people` and `offer` are written together. What would make too many members,
 * invitations or offers throws HttpError `bad parameter` and changes nothing. Each change throws what its permit throws.
 */
export interface MemberRecords {
  /**
   * Ends an invitation of the same person, and an offer to them. Ownership is offered, instead of an earlier offer, and counts once
   * the person accepts it; only whoever gives it to themselves, or to the owner, needs nobody's consent.
   */
  set(record: string, person: KnownPerson, role: Role, permit: Permit): Promise<Changed>;
  /** Ends an invitation of this address, an offer to this person, and their role. Null for those who are unknown. */
  remove(
    record: string,
    who: { uid: string | null; address: string | null },
    permit: Permit,
  ): Promise<Changed>;
  /** The caller takes an offered record over. Does nothing for the owner. The permit sees an offer only if it counts. */
  accept(record: string, permit: Permit): Promise<Changed>;
  /** Ends the open offer. */
  endOffer(record: string, permit: Permit): Promise<Changed>;
  /** Records of this kind that are offered to this person, newest offer first, at most 100. */
  offeredTo(uid: string): Promise<OfferedRecord[]>;
  invite(record: string, invitation: Pick<Invitation, 'address' | 'role'>, permit: Permit): Promise<Changed>;
  /** By address, at most 500. Those of an earlier owner do not count, and are not listed. */
  invitations(record: string): Promise<Omit<Invitation, 'owner'>[]>;
}

/** Ports for roles and invitations (Contract 9). Adapters are in `common/adapters/`. */
import type { Role } from '../access/permit.ts';
import type { Offer } from '../model.ts';

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
}

export interface Invitation {
  /** In lower case. */
  address: string;
  role: 'viewer' | 'editor';
  /** Uid of the inviting person. */
  by: string;
}

/** A record whose ownership is offered to somebody. */
export interface OfferedRecord extends Pick<Offer, 'by' | 'at'> {
  id: string;
  name: string;
}

/**
 * Result of a change. `owner stays`: the change would leave the record without its owner. `no offer`: nobody offers it to this
 * person. Null: the record is gone.
 */
export type Changed = 'done' | 'owner stays' | 'no offer' | null;

/** A record is one document, and each member is a field in it. */
export const MOST_MEMBERS = 500;

/**
 * People of one kind of record. `owner`, `members`, `people` and `offer` are written together. What would make too many members
 * or invitations throws HttpError `bad parameter` and changes nothing.
 */
export interface MemberRecords {
  /**
   * With role `owner`, the previous owner becomes an editor. Ends an invitation of the same person, and an offer to them.
   */
  set(record: string, person: KnownPerson, role: Role): Promise<Changed>;
  /** Ends an offer to this person. Does nothing for a person without a role. */
  remove(record: string, uid: string): Promise<Changed>;
  /** Offers ownership, instead of an earlier offer. Does nothing for the owner. */
  offer(record: string, offer: Pick<Offer, 'to' | 'by' | 'at'>): Promise<Changed>;
  /** The person takes an offered record over. Does nothing for the owner. */
  accept(record: string, uid: string): Promise<Changed>;
  /** Ends the offer to this person, or any for null. */
  endOffer(record: string, uid: string | null): Promise<Changed>;
  /** Records of this kind that are offered to this person, newest offer first, at most 100. */
  offeredTo(uid: string): Promise<OfferedRecord[]>;
  /** Number of open offers that this person has made, of all kinds of records. */
  offersBy(uid: string): Promise<number>;
  invite(record: string, invitation: Invitation): Promise<Changed>;
  uninvite(record: string, address: string): Promise<void>;
  /** By address, at most 500. */
  invitations(record: string): Promise<Invitation[]>;
}

/** Invitations of one person to all records; they take effect once the person has proved the address. */
export interface Invitations {
  /**
   * Those to deleted or full records stay, and take effect at a later call if the record is restored or has room again.
   * @param address in lower case, verified
   * @returns false: one failed or many are left, so that calls within the next minutes read nothing; or this is such a call
   */
  accept(uid: string, address: string): Promise<boolean>;
}

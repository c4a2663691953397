/** The people of a dataset or monitor, read from the service, which knows their names (Contract 9: GET members). */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MembersCalls } from '../../../../client/src/calls.ts';
import type { ListedMember, ListedPeople } from '../../../../client/src/curate/records.ts';
import { service } from '../service.ts';
import type { Role } from './role.ts';

export type RecordKind = 'dataset' | 'monitor';

/** A dataset or monitor that is shared with people. When its `people` signature changes, the list is read again. */
export interface SharedRecord {
  kind: RecordKind;
  id: string;
  name: string;
  role: Role | null;
  people: string;
}

type Id = Pick<SharedRecord, 'kind' | 'id'>;
export type Place = Pick<SharedRecord, 'kind' | 'id' | 'name'>;

const FRESH = 30_000;

function membersOf({ kind, id }: Id): MembersCalls {
  return kind === 'dataset' ? service().datasets(id).members : service().monitors(id).members;
}

export function usePeople(record: Pick<SharedRecord, 'kind' | 'id' | 'people'>) {
  return useQuery({
    queryKey: ['people', record.kind, record.id, record.people],
    queryFn: () => membersOf(record).list(),
    placeholderData: (before: ListedPeople | undefined) => before,
    staleTime: FRESH,
  });
}

/** Changes roles, and reads the list again after each change, even a failed one. */
export function useRoles() {
  const client = useQueryClient();
  return (record: Id) => rolesOf(record, client);
}

function rolesOf(record: Id, client: QueryClient) {
  const members = membersOf(record);
  const after = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } finally {
      await client.invalidateQueries({ queryKey: ['people', record.kind, record.id] });
      await client.invalidateQueries({ queryKey: ['offers'] });
    }
  };
  return {
    list: () => members.list(),
    set: (who: string, role: Role) => after(members.set(who, role)),
    remove: (who: string) => after(members.remove(who)),
    /** Whether an address is invited, by what was read last. */
    isInvited: (address: string): boolean =>
      client
        .getQueriesData<ListedPeople>({ queryKey: ['people', record.kind, record.id], type: 'active' })
        .some(([, read]) => read?.invitations?.some((each) => each.address === address)),
    /** Takes over what is offered to this person. */
    accept: () => after(members.accept()),
    /** Withdraws the open offer of ownership, or declines it. */
    endOffer: () => after(members.endOffer()),
    /** The list is not read again, because people who have left may not read it. */
    leave: (uid: string) => members.remove(uid),
  };
}

export const nameOf = ({ name, address, uid }: Pick<ListedMember, 'name' | 'address' | 'uid'>): string =>
  name || address || uid;

/** Finds a person's name by uid: null for somebody who no longer has a role here, undefined until the people are known. */
export type NameOf = (uid: string) => string | null | undefined;

export function useNames(record: Pick<SharedRecord, 'kind' | 'id' | 'people'>): NameOf {
  const { data } = usePeople(record);
  return (uid) => {
    if (!data) return undefined;
    const found = data.people.find((each) => each.uid === uid);
    return found ? nameOf(found) : null;
  };
}

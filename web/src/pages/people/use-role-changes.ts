import { change as begin, make, recordStep } from '../../app/state/undo-history.ts';
import { type Place, type SharedRecord, useRoles } from '../../data/records/people.ts';
import type { Role } from '../../data/records/role.ts';
import { useText } from '../../text/use-text.tsx';
import { addressFault } from './address.ts';

export interface Holder {
  /** Uid or e-mail address. */
  who: string;
  name: string;
  role: Role;
}

/** Adds, changes and removes roles. Each change can be undone. */
export function useRoleChanges(record: SharedRecord) {
  const text = useText();
  const rolesOf = useRoles();
  const { set, remove, isInvited } = rolesOf(record);
  return {
    change: async ({ who, name, role: before }: Holder, role: Role): Promise<void> => {
      if (role === before) return;
      const label = text.isNow(name, text[`role_${role}`]);
      await make({ label, undo: () => set(who, before), redo: () => set(who, role) }, text);
    },
    remove: async ({ who, name, role }: Holder, label = text.removed(name)): Promise<void> => {
      await make({ label, undo: () => set(who, role), redo: () => remove(who) }, text);
    },
    /**
     * Here and in other records, where nobody's role changes who has one there already.
     * @throws SightlineError
     */
    add: ({ who, name, role }: Holder, others: readonly Place[]): Promise<void> =>
      begin(async () => {
        const added: Place[] = [];
        const everywhere = (work: (roles: ReturnType<typeof rolesOf>) => Promise<void>) => async () => {
          for (const each of added) await work(rolesOf(each));
        };
        try {
          for (const each of [record, ...others]) {
            const roles = rolesOf(each);
            if (each !== record && addressFault(who, await roles.list())) continue;
            await roles.set(who, role);
            added.push(each);
          }
        } finally {
          const label = isInvited(who) ? text.wasInvited(name) : text.added(name);
          const step = {
            label: added.length > 1 ? text.inRecords(label, added.length) : label,
            undo: everywhere((roles) => roles.remove(who)),
            redo: everywhere((roles) => roles.set(who, role)),
          };
          if (added.length > 0) recordStep(step, text);
        }
      }),
  };
}

import { change as begin, make, recordStep } from '../../app/state/undo-history.ts';
import { type SharedRecord, useRoles } from '../../data/records/people.ts';
import type { Role } from '../../data/records/role.ts';
import { useText } from '../../text/use-text.tsx';

export interface Holder {
  /** Uid or e-mail address. */
  who: string;
  name: string;
  role: Role;
}

/** Adds, changes and removes roles. Each change can be undone. */
export function useRoleChanges(record: SharedRecord) {
  const text = useText();
  const { set, remove, isInvited } = useRoles(record);
  return {
    change: async ({ who, name, role: before }: Holder, role: Role): Promise<void> => {
      if (role === before) return;
      const label = text.isNow(name, text[`role_${role}`]);
      await make({ label, undo: () => set(who, before), redo: () => set(who, role) }, text);
    },
    remove: async ({ who, name, role }: Holder, label = text.removed(name)): Promise<void> => {
      await make({ label, undo: () => set(who, role), redo: () => remove(who) }, text);
    },
    /** @throws SightlineError */
    add: ({ who, name, role }: Holder): Promise<void> =>
      begin(async () => {
        const redo = () => set(who, role);
        await redo();
        const label = isInvited(who) ? text.wasInvited(name) : text.added(name);
        recordStep({ label, undo: () => remove(who), redo }, text);
      }),
  };
}

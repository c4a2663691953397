import { attempt, change as begin, recordStep } from '../../app/state/undo-history.ts';
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
  const { set, remove } = useRoles(record);
  const make = (label: string, redo: () => Promise<void>, undo: () => Promise<void>): Promise<void> =>
    begin(async () => {
      if (await attempt(redo, text)) recordStep({ label, undo, redo }, text);
    });
  return {
    change: async ({ who, name, role: before }: Holder, role: Role): Promise<void> => {
      if (role === before) return;
      const label = text.isNow(name, text[`role_${role}`]);
      await make(
        label,
        () => set(who, role),
        () => set(who, before),
      );
    },
    remove: ({ who, name, role }: Holder): Promise<void> =>
      make(
        text.removed(name),
        () => remove(who),
        () => set(who, role),
      ),
    /** @throws SightlineError */
    add: ({ who, name, role }: Holder): Promise<void> =>
      begin(async () => {
        const redo = () => set(who, role);
        await redo();
        recordStep({ label: text.added(name), undo: () => remove(who), redo }, text);
      }),
  };
}

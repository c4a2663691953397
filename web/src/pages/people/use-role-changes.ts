import { attempt, change as begin, did } from '../../app/undo-history.ts';
import { type Peopled, useRoles } from '../../data/people.ts';
import type { Role } from '../../data/role.ts';
import { useText } from '../../text/use-text.tsx';

export interface Holder {
  /** Uid or address. */
  who: string;
  name: string;
  role: Role;
}

/** Gives and takes roles; each can be undone. */
export function useRoleChanges(record: Peopled) {
  const text = useText();
  const { set, remove } = useRoles(record);
  const make = (label: string, redo: () => Promise<void>, undo: () => Promise<void>): Promise<void> =>
    begin(async () => {
      if (await attempt(redo, text)) did({ label, undo, redo }, text);
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
        did({ label: text.added(name), undo: () => remove(who), redo }, text);
      }),
  };
}

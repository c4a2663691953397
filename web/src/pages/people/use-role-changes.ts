import { SightlineError } from '../../../../client/src/sightline-error.ts';
import { notify } from '../../app/state/toasts.ts';
import { change as begin, make, recordStep } from '../../app/state/undo-history.ts';
import { type Place, type SharedRecord, useRoles } from '../../data/records/people.ts';
import type { Role } from '../../data/records/role.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { useText } from '../../text/use-text.tsx';
import { addressFault } from './address.ts';

export interface Holder {
  /** Uid or e-mail address. */
  who: string;
  name: string;
  role: Role;
}

/** Records that a notice names. */
const NAMED = 3;

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
     * Here, and in other records if that is done. There, nobody's role changes who has one already.
     * @throws SightlineError if it is not done here
     */
    add: ({ who, name, role }: Holder, others: readonly Place[]): Promise<void> =>
      begin(async () => {
        await set(who, role);
        const added: Place[] = [record];
        const { left, error } = await tryAll(others, async (each) => {
          const roles = rolesOf(each);
          if (addressFault(who, await roles.list())) return;
          await roles.set(who, role);
          added.push(each);
        });
        const everywhere = (work: (roles: ReturnType<typeof rolesOf>) => Promise<void>) => async () => {
          const failed = await tryAll(added, (each) => work(rolesOf(each)));
          if (failed.left.length > 0) throw failed.error;
        };
        const label = isInvited(who) ? text.wasInvited(name) : text.added(name);
        const step = {
          label: added.length > 1 ? text.inRecords(label, added.length) : label,
          undo: everywhere((roles) => roles.remove(who)),
          redo: everywhere((roles) => roles.set(who, role)),
        };
        recordStep(step, text);
        if (left.length === 0) return;
        const names = left.map((each, at) => (at < NAMED ? each.name : '…')).slice(0, NAMED + 1);
        notify({ message: text.notAddedIn(names.join(', '), reasonOf(error, text)), tone: 'failed' });
      }),
  };
}

/**
 * Goes on where one record refuses, but not without an answer: nobody waits for each of 200 then.
 * @returns `left`: where it is not done; `error`: why it is not in the first of them
 */
async function tryAll(places: readonly Place[], work: (place: Place) => Promise<void>) {
  const left: Place[] = [];
  let first: unknown;
  for (const [at, place] of places.entries())
    try {
      await work(place);
    } catch (error) {
      first ??= error;
      if (!(error instanceof SightlineError && error.kind === 'refused'))
        return { left: [...left, ...places.slice(at)], error: first };
      left.push(place);
    }
  return { left, error: first };
}

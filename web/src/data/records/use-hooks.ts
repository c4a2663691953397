import { useQuery } from '@tanstack/react-query';
import type {
  DatasetEvent,
  HookRecord,
  Hooks,
  HookTest,
  MonitorEvent,
  NewHook,
} from '../../../../client/src/hooks.ts';
import { service } from '../service.ts';
import { useListed } from './use-listed.ts';

/** The record whose hooks they are. */
export interface HookOwner {
  kind: 'dataset' | 'monitor';
  id: string;
}

export type HookEvent = DatasetEvent | MonitorEvent;
export type Hook = HookRecord<HookEvent>;
export type HookFields = NewHook<HookEvent>;
export type { HookTest };

/** Each kind is offered its own events; the service refuses others. */
const hooksOf = ({ kind, id }: HookOwner): Hooks<HookEvent> =>
  kind === 'dataset' ? service().datasets(id).hooks : service().monitors(id).hooks;

/** Hooks of a dataset or monitor, for its owner. */
export function useHooks(owner: HookOwner) {
  const hooks = hooksOf(owner);
  const { listed, thenAgain, ...state } = useListed(['hooks', owner.kind, owner.id], () => hooks.list());
  return {
    ...state,
    hooks: listed,
    make: (fields: HookFields) => thenAgain(hooks.make(fields)),
    change: (hook: string, fields: HookFields) => thenAgain(hooks.update(hook, fields)),
    remove: (hook: string) => thenAgain(hooks.delete(hook)),
    test: (hook: string) => thenAgain(hooks.test(hook)),
  };
}

/** The last attempts of a hook, newest first. */
export function useDeliveries(owner: HookOwner, hook: string) {
  const { data, error } = useQuery({
    queryKey: ['hooks', owner.kind, owner.id, hook],
    queryFn: () => hooksOf(owner).get(hook),
  });
  return { deliveries: data?.deliveries, error };
}

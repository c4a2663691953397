/** What ends with somebody's role (Contract 8), through the service: grants of a dataset, device keys of a monitor. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdmittedMonitor } from '../../../../client/src/curate/records.ts';
import { service } from '../service.ts';
import type { SharedRecord } from './people.ts';

export type Camera = AdmittedMonitor;

/** The monitors that a dataset admits. */
export function useCameras(dataset: string) {
  const client = useQueryClient();
  const { monitors } = service().datasets(dataset);
  const query = useQuery({ queryKey: ['cameras', dataset], queryFn: () => monitors.list() });
  const again = () => client.invalidateQueries({ queryKey: ['cameras', dataset] });
  return {
    cameras: query.data,
    error: query.error,
    admit: (monitor: string): Promise<void> => monitors.admit(monitor).finally(again),
    dismiss: (monitor: string): Promise<void> => monitors.dismiss(monitor).finally(again),
  };
}

/** A grant or a device key for which somebody answers. */
export interface Held {
  name: string;
  /** The signed-in person answers for it instead. */
  take(): Promise<void>;
}

/** What ends if this person is no longer an editor of the record. */
export async function readHeldBy(
  uid: string,
  { kind, id }: Pick<SharedRecord, 'kind' | 'id'>,
): Promise<Held[]> {
  if (kind === 'dataset') {
    const { monitors } = service().datasets(id);
    const held = (await monitors.list()).filter(({ by, counts }) => counts && by === uid);
    return held.map(({ monitor, name }) => ({ name: name || monitor, take: () => monitors.admit(monitor) }));
  }
  const monitor = service().monitors(id);
  const held = (await monitor.keys()).filter(({ holder }) => holder === uid);
  return held.map(({ hash }) => ({ name: hash, take: () => monitor.takeKey(hash) }));
}

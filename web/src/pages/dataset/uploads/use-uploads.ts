import { useSyncExternalStore } from 'react';
import { addresses } from '../../../app/places/addresses.ts';
import { notify } from '../../../app/state/toasts.ts';
import { attempt } from '../../../app/state/undo-history.ts';
import { type Person, usePerson } from '../../../data/account.ts';
import { useStore } from '../../../data/live/store.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { type Monitor, UPLOADS } from '../../../data/records/monitors.ts';
import { mayEdit } from '../../../data/records/role.ts';
import { service } from '../../../data/service.ts';
import type { Upload } from '../../../data/uploads/uploads.ts';
import { beginVisit, cancelVisit, type Visit, visits } from '../../../data/uploads/visits.ts';
import { useText } from '../../../text/use-text.tsx';

const NONE: readonly Upload[] = [];

export interface UploadsOfDataset {
  all: readonly Upload[];
  monitor: string;
  /** Of the page that shows them. */
  address: string;
  add: (files: Iterable<File>) => void;
  retry: () => void;
  close: () => void;
}

export function useUploads(dataset: Dataset, monitors: readonly Monitor[]): UploadsOfDataset {
  const text = useText();
  const person = usePerson();
  const visit = useStore(visits).get(dataset.id);
  const all = useSyncExternalStore(
    visit?.uploads.store.subscribe ?? subscribeToNothing,
    () => visit?.uploads.store.get() ?? NONE,
  );
  const begin = async (): Promise<Visit | null> => {
    const monitor = await monitorFor(dataset, monitors, person ?? null, text.uploadsOf(dataset.name));
    if (!monitor) notify({ message: text.uploadNeedsMonitor, tone: 'failed' });
    return monitor && beginVisit(dataset.id, { id: monitor.id, name: monitor.name });
  };
  const add = (files: Iterable<File>) =>
    void attempt(async () => (visit ?? (await begin()))?.uploads.add(files), text);
  return {
    all,
    monitor: visit?.monitor ?? '',
    address: `${addresses.dataset(dataset.id)}?session=${encodeURIComponent(visit?.session ?? '')}`,
    add,
    retry: () => visit?.uploads.retry(),
    close: () => void cancelVisit(dataset.id),
  };
}

const subscribeToNothing = () => () => {};

/**
 * The monitor that uploaded images are added to: one that sends into this dataset, else a new one if this person may create
 * monitors, else any that they may edit. Null if there is none.
 */
async function monitorFor(
  dataset: Dataset,
  monitors: readonly Monitor[],
  person: Person | null,
  name: string,
): Promise<Pick<Monitor, 'id' | 'name'> | null> {
  const own = monitors.filter(({ role }) => mayEdit(role));
  const usual = own.find((each) => each.dataset === dataset.id);
  if (usual) return usual;
  if (person?.admin || person?.creator) {
    // Ids are never given twice.
    const id = `${UPLOADS}${crypto.randomUUID()}`;
    return { id: await service().createMonitor({ name, dataset: dataset.id, id }), name };
  }
  return own[0] ?? null;
}

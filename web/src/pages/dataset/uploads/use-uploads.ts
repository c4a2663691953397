import { useSyncExternalStore } from 'react';
import { addresses } from '../../../app/places/addresses.ts';
import { notify } from '../../../app/state/toasts.ts';
import { attempt } from '../../../app/state/undo-history.ts';
import { onOtherPerson, type Person, usePerson } from '../../../data/account.ts';
import { Store } from '../../../data/live/store.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { type Monitor, UPLOADS } from '../../../data/records/monitors.ts';
import { mayEdit } from '../../../data/records/role.ts';
import { service } from '../../../data/service.ts';
import { sessionIn, sessionName, uploadTarget } from '../../../data/upload-target.ts';
import { askBeforeLeaving, type Upload, Uploads } from '../../../data/uploads.ts';
import { useText } from '../../../text/use-text.tsx';

/** The uploads into one dataset. They continue when the person opens another page of the console. */
interface Visit {
  uploads: Uploads;
  /** Name of the monitor that the images are added to. */
  monitor: string;
  /** Id of the session that they form. */
  session: string;
}

const visits = new Store<ReadonlyMap<string, Visit>>(new Map());
// Uploads of one person must not continue in the name of another.
onOtherPerson(() => {
  for (const dataset of visits.get().keys()) close(dataset);
});
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
  const visit = useSyncExternalStore(visits.subscribe, visits.get).get(dataset.id);
  const all = useSyncExternalStore(
    visit?.uploads.store.subscribe ?? subscribeToNothing,
    () => visit?.uploads.store.get() ?? NONE,
  );
  const begin = async (): Promise<Visit | null> => {
    const monitor = await monitorFor(dataset, monitors, person ?? null, text.uploadsOf(dataset.name));
    if (!monitor) notify({ message: text.uploadNeedsMonitor, tone: 'failed' });
    return monitor && open(dataset.id, monitor);
  };
  const add = (files: Iterable<File>) =>
    void attempt(async () => (visit ?? (await begin()))?.uploads.add(files), text);
  return {
    all,
    monitor: visit?.monitor ?? '',
    address: `${addresses.dataset(dataset.id)}?session=${encodeURIComponent(visit?.session ?? '')}`,
    add,
    retry: () => visit?.uploads.retry(),
    close: () => close(dataset.id),
  };
}

const subscribeToNothing = () => () => {};

function open(dataset: string, { id, name }: Pick<Monitor, 'id' | 'name'>): Visit {
  const session = sessionName();
  const uploads = new Uploads(uploadTarget(dataset, id, session));
  const visit = { uploads, monitor: name, session: sessionIn(id, session) };
  askBeforeLeaving(visit.uploads);
  visits.set(new Map(visits.get()).set(dataset, visit));
  return visit;
}

function close(dataset: string): void {
  const left = new Map(visits.get());
  left.get(dataset)?.uploads.close();
  left.delete(dataset);
  visits.set(left);
}

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

import { useSyncExternalStore } from 'react';
import { addresses } from '../../../app/places/addresses.ts';
import { notify } from '../../../app/state/toasts.ts';
import { attempt, make } from '../../../app/state/undo-history.ts';
import { type Person, usePerson } from '../../../data/account.ts';
import { useStore } from '../../../data/live/store.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import type { Monitor } from '../../../data/records/monitors.ts';
import { service } from '../../../data/service.ts';
import { monitorFor, UPLOADS } from '../../../data/uploads/upload-monitor.ts';
import type { Upload, Uploads } from '../../../data/uploads/uploads.ts';
import { beginVisit, cancelVisit, hideVisit, type Visit, visits } from '../../../data/uploads/visits.ts';
import type { Texts } from '../../../text/en.ts';
import { useText } from '../../../text/use-text.tsx';

const NONE: readonly Upload[] = [];

export interface UploadsOfDataset {
  all: readonly Upload[];
  /** The camera whose images they become; `''` if none does. */
  camera: string;
  isHidden: boolean;
  /** Of the page that shows them. */
  address: string;
  add: (files: Iterable<File>) => void;
  retry: () => void;
  /** Shows how far they are, or only a button that does. They go on. */
  hide: (isHidden: boolean) => void;
  /** Sends no more of them, which can be undone. */
  cancelRest: () => void;
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
    const uploads = { id: dataset.id, name: text.uploadsOf(dataset.name) };
    const monitor = await monitorOf(uploads, monitors, person ?? null);
    if (!monitor) notify({ message: text.uploadNeedsMonitor, tone: 'failed' });
    return monitor && beginVisit(dataset.id, { id: monitor.id, name: monitor.name });
  };
  const add = (files: Iterable<File>) =>
    void attempt(async () => (visit ?? (await begin()))?.uploads.add(files), text);
  return {
    all,
    camera: visit && !visit.session.startsWith(UPLOADS) ? visit.monitor : '',
    isHidden: visit?.isHidden ?? false,
    address: `${addresses.dataset(dataset.id)}?session=${encodeURIComponent(visit?.session ?? '')}`,
    add,
    retry: () => visit?.uploads.retry(),
    hide: (isHidden) => hideVisit(dataset.id, isHidden),
    cancelRest: () => visit && cancelRest(visit.uploads, text),
    close: () => void cancelVisit(dataset.id),
  };
}

/** They can be sent after all, for as long as the page is open. */
function cancelRest(uploads: Uploads, text: Texts): void {
  let cancelled: readonly File[] = [];
  const redo = async () => {
    cancelled = uploads.cancelRest();
  };
  const label = text.restCancelled;
  void make({ label, redo, undo: async () => uploads.add(cancelled) }, text);
}

const subscribeToNothing = () => () => {};

/** Null if there is none. */
async function monitorOf(
  { id, name }: { id: string; name: string },
  monitors: readonly Monitor[],
  person: Person | null,
): Promise<Pick<Monitor, 'id' | 'name'> | null> {
  const found = monitorFor(monitors, id, person?.admin === true || person?.creator === true);
  if (found !== 'new') return found;
  // Ids are never given twice.
  const made = `${UPLOADS}${crypto.randomUUID()}`;
  return { id: await service().createMonitor({ name, dataset: id, id: made }), name };
}

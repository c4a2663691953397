/**
 * Uploads into datasets. They go on when the person opens another page; and those that are left when the tab is closed, when the
 * person is here again.
 */
import { currentPerson, onOtherPerson } from '../account.ts';
import { type Readable, Store } from '../live/store.ts';
import { isServiceAway } from '../persist.ts';
import { type About, fileKeeper, type KeptFile, readKept } from './kept-files.ts';
import { sessionIn, sessionName } from './upload-monitor.ts';
import { uploadTarget } from './upload-target.ts';
import { askBeforeLeaving, isOpen, Uploads } from './uploads.ts';

export interface Visit {
  uploads: Uploads;
  /** Name of the monitor that the images are added to. */
  monitor: string;
  /** Id of the session that they form. */
  session: string;
  /** The page shows only that they go on. */
  isHidden: boolean;
  /** From now on another tab may go on with what is left. */
  release: () => void;
}

const current = new Store<ReadonlyMap<string, Visit>>(new Map());

/** One for each dataset at a time. */
export const visits: Readable<ReadonlyMap<string, Visit>> = current;

/** Number of files that this browser keeps for them. */
export const keptUploads = new Store(0);

/** Each person's uploads are sent in their name alone. */
export function followUploads(): void {
  onOtherPerson(() => {
    for (const dataset of current.get().keys()) leave(dataset);
    void goOn();
  });
  // Another tab may have been closed before it was done.
  document.addEventListener('visibilitychange', () => document.hidden || void goOn());
}

export async function beginVisit(dataset: string, monitor: About['monitor']): Promise<Visit> {
  const session = sessionName();
  const release = (await claim(session)) ?? (() => {});
  const begun = current.get().get(dataset);
  if (!begun) return open({ dataset, monitor, session }, [], release);
  release();
  return begun;
}

/** Sends nothing more of the uploads into a dataset, and keeps nothing of them. */
export async function cancelVisit(dataset: string): Promise<void> {
  const visit = current.get().get(dataset);
  leave(dataset);
  isServiceAway.set(false);
  await visit?.uploads.forget();
}

function open(about: About, left: readonly KeptFile[], release: () => void): Visit {
  const { dataset, monitor, session } = about;
  leave(dataset);
  const uploads = new Uploads(
    uploadTarget(dataset, monitor.id, session),
    fileKeeper(currentPerson()?.uid ?? '', about),
  );
  askBeforeLeaving(uploads);
  uploads.addKept(left);
  const visit: Visit = {
    ...{ uploads, monitor: monitor.name, session: sessionIn(monitor.id, session) },
    ...{ isHidden: false, release },
  };
  current.set(new Map(current.get()).set(dataset, visit));
  uploads.store.subscribe(countKept);
  countKept();
  return visit;
}

export function hideVisit(dataset: string, isHidden: boolean): void {
  const visit = current.get().get(dataset);
  if (visit) current.set(new Map(current.get()).set(dataset, { ...visit, isHidden }));
}

function leave(dataset: string): void {
  const left = new Map(current.get());
  const visit = left.get(dataset);
  visit?.uploads.close();
  visit?.release();
  left.delete(dataset);
  current.set(left);
  countKept();
}

function countKept(): void {
  const all = [...current.get().values()].flatMap(({ uploads }) => uploads.store.get());
  keptUploads.set(all.filter(({ isKept }) => isKept).length);
}

/** Whose uploads go on. */
let goingOn: string | undefined;

/** Goes on with what no tab uploads, one visit after another. */
async function goOn(): Promise<void> {
  const uid = currentPerson()?.uid;
  if (uid === undefined || uid === goingOn) return;
  goingOn = uid;
  const isHere = () => currentPerson()?.uid === uid;
  try {
    for (const { about } of await readKept(uid)) {
      await current
        .get()
        .get(about.dataset)
        ?.uploads.store.until((all) => !all.some(isOpen));
      const release = isHere() ? await claim(about.session) : null;
      // Read again: the tab that had it may have gone on.
      const [left] = release ? await readKept(uid, about.session) : [];
      if (release && left && isHere()) open(about, left.files, release);
      else release?.();
    }
  } catch {
    // This browser keeps nothing.
  } finally {
    if (goingOn === uid) goingOn = undefined;
  }
}

/** @returns ends the claim; null if another tab has it */
function claim(session: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    const held = (lock: Lock | null) =>
      lock ? new Promise<void>((release) => resolve(release)) : resolve(null);
    void navigator.locks.request(`sightline-uploads/${session}`, { ifAvailable: true }, held);
  });
}

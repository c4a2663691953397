/** This browser as a camera: its key, its pictures and its session. */
import { Sightline } from '../../../../client/src/sightline.ts';
import { browserRecords } from '../browser-records.ts';
import { siteConfig } from '../firebase.ts';
import { isAway, nextChance } from '../persist.ts';
import { type CameraKey, readLink } from './link.ts';
import { CaptureQueue, type Taken } from './queue.ts';

/** The key of the camera that this browser is; pictures have lists as theirs. */
const CAMERA = 'camera';

export class Capture {
  readonly camera: CameraKey;
  readonly queue: CaptureQueue;
  /** New for each visit. */
  readonly session = `phone-${crypto.randomUUID()}`;
  #last = 0;
  #isStarted = false;

  constructor(camera: CameraKey, queue: CaptureQueue) {
    this.camera = camera;
    this.queue = queue;
  }

  /** Resolves when the picture is kept. The first one starts a session. */
  async take(picture: Blob): Promise<void> {
    this.#last = Math.max(Date.now(), this.#last + 1);
    if (!this.#isStarted) void this.#start();
    await this.queue.add({ ...this.camera, at: this.#last, session: this.session, picture });
  }

  /** Pictures name their session, so a start that does not arrive loses nothing: the session is made of them. */
  async #start(): Promise<void> {
    this.#isStarted = true;
    await monitorOf(this.camera)
      .start({ session: this.session })
      .catch(() => {});
  }

  /** Also while the page is being left. What waits belongs to the session all the same. */
  stop(): void {
    if (!this.#isStarted) return;
    this.#isStarted = false;
    const { monitor, key } = this.camera;
    const address = `${siteConfig().baseUrl}/monitor/${encodeURIComponent(monitor)}/stop`;
    void fetch(address, { method: 'POST', keepalive: true, headers: { 'X-Device-Key': key } }).catch(
      () => {},
    );
  }
}

const monitorOf = ({ monitor, key }: CameraKey) =>
  new Sightline({ baseUrl: siteConfig().baseUrl, deviceKey: key }).monitors(monitor);

/**
 * The camera of the page's link, or the one that this browser was before. The key leaves the address, which browsers show, keep and
 * share. Null: it has never been one.
 */
export async function openCapture(): Promise<Capture | null> {
  const name = `sightline-capture/${siteConfig().firebase.projectId}`;
  const records = browserRecords(name);
  const said = readLink(location.hash);
  if (said) {
    await records.write((store) => store.put(said, CAMERA));
    history.replaceState(history.state, '', location.pathname);
  }
  const [known] = await records.read<string, CameraKey>(IDBKeyRange.only(CAMERA));
  const camera = said ?? known?.[1];
  if (!camera) return null;
  const queue = new CaptureQueue({
    store: {
      add: (taken) => records.write((store) => store.put(taken, [taken.at])),
      // Lists come after every text.
      read: async () =>
        (await records.read<[number], Taken>(IDBKeyRange.lowerBound([]))).map(([, taken]) => taken),
      remove: ({ at }) => records.write((store) => store.delete([at])),
    },
    alone: (work) => navigator.locks.request(name, work),
    send: (taken) => send(taken),
    isAway,
    nextChance,
  });
  return new Capture(camera, queue);
}

const send = (taken: Taken) =>
  monitorOf(taken).upload(taken.picture, {
    ...{ date: taken.at, name: `${taken.at}.jpg`, session: taken.session },
  });

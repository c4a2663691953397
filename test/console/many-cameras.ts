/** Cameras that send at a steady pace as long as their frames are answered: on a slow machine they are slower. */
import type { Firestore } from '@google-cloud/firestore';
import { ACCESS } from '../../emulators/sample/records.ts';
import { picture } from '../support/factory.ts';
import type { ConsoleStage } from './stage.ts';

export class Camera {
  readonly id: string;
  readonly name: string;
  /** Dates of the frames that were answered, oldest first: the camera's own clock. */
  readonly sent: number[] = [];
  /** Where it sends: the address of the functions. */
  readonly #url: string;
  #isOn = false;
  #work: Promise<void> = Promise.resolve();

  constructor(number: number, url: string) {
    this.id = `camera-${number}`;
    this.name = `Camera ${String(number).padStart(2, '0')}`;
    this.#url = url;
  }

  /** @param pace frames a second */
  start(pace: number): void {
    this.#isOn = true;
    this.#work = this.#send(1000 / pace);
  }

  async stop(): Promise<void> {
    this.#isOn = false;
    await this.#work;
  }

  /** Number of the frame with this date among those that were answered, from 1; 0 where it is not among them. */
  numberOf(date: number): number {
    return this.sent.lastIndexOf(date) + 1;
  }

  async #send(interval: number): Promise<void> {
    let date = Date.now();
    while (this.#isOn) {
      const body = new Uint8Array(await picture(this.sent.length));
      const query = `name=${this.sent.length}.jpg&date=${date}`;
      const headers = { 'content-type': 'image/jpeg' };
      const answer = await fetch(`${this.#url}/monitor/${this.id}/image?${query}`, {
        method: 'POST',
        headers,
        body,
      });
      if (answer.status !== 200) throw new Error(`${this.id}: ${answer.status} ${await answer.text()}`);
      this.sent.push(date);
      const next = Math.max(Date.now(), date + interval);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - Date.now())));
      date = next;
    }
  }
}

/** Monitors with a running session each, all into one dataset. */
export async function putUpCameras({ firestore, baseUrl }: ConsoleStage, count: number): Promise<Camera[]> {
  const cameras = Array.from({ length: count }, (_, at) => new Camera(at + 1, baseUrl));
  await Promise.all(cameras.map((camera) => putUp(firestore, camera)));
  for (const camera of cameras) await changeSession(baseUrl, camera, 'start');
  return cameras;
}

/** Ends their sessions, and with them what the functions do on a timer for running monitors and for counters not yet exact. */
export async function takeDownCameras({ baseUrl }: ConsoleStage, cameras: readonly Camera[]): Promise<void> {
  for (const camera of cameras) await changeSession(baseUrl, camera, 'stop');
}

async function changeSession(url: string, { id }: Camera, verb: 'start' | 'stop'): Promise<void> {
  const answer = await fetch(`${url}/monitor/${id}/${verb}`, { method: 'POST' });
  if (answer.status !== 200) throw new Error(`${id}: ${answer.status} ${await answer.text()}`);
}

const putUp = (firestore: Firestore, { id, name }: Camera) =>
  firestore.doc(`monitor/${id}`).set({
    ...ACCESS,
    name,
    dataset: firestore.doc('dataset/bolts'),
    session: '',
    lastSession: null,
    // Even on a slow machine they are not slow by this.
    expected: 20,
  });

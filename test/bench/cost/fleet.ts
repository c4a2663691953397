/**
 * Many cameras that fill one dataset at a constant rate, distributed over the instances as the platform distributes
 * requests.
 */
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Firestore } from '@google-cloud/firestore';
import { Random } from '../../../emulators/scenes/random.ts';
import { drawScene } from '../../../emulators/scenes/scene.ts';

export const FPS = 5;

export interface Camera {
  id: string;
  key: string;
}

/** Monitors with one device key each, and the dataset for all of them. */
export async function furnishFleet(firestore: Firestore, count: number): Promise<Camera[]> {
  const dataset = firestore.doc('dataset/fleet');
  const people = { owner: 'owner', members: {} };
  const tag = { id: 'good', name: 'good', color: '#888888', imageCounter: 0, annotationCounter: 0 };
  const grant = { by: 'owner', at: new Date(), born: '' };
  const monitors = Object.fromEntries(Array.from({ length: count }, (_, each) => [`camera-${each}`, grant]));
  await dataset.set({ type: 'MULTICLASS', name: 'Fleet', tags: [], imageCounter: 0, monitors, ...people });
  await dataset
    .collection('tag')
    .doc('good')
    .set({ ...tag, unclassified: false });
  const cameras = Array.from({ length: count }, (_, number) => {
    const key = createHash('sha256').update(`camera ${number}`).digest('base64url');
    return { id: `camera-${number}`, key: `slk_${key}` };
  });
  for (const { id, key } of cameras) {
    const monitor = firestore.doc(`monitor/${id}`);
    await monitor.set({ name: id, dataset, ...people });
    const hash = createHash('sha256').update(key).digest('hex');
    await firestore.doc(`deviceKey/${hash}`).set({ monitor, created: new Date() });
  }
  return cameras;
}

export interface Fleet {
  cameras: readonly Camera[];
  /** Ports of the instances. */
  ports: readonly number[];
  slow: number;
}

/** How far sending may be behind schedule, as a fraction of the time. */
const PATIENCE = 0.3;

export interface Sent {
  frames: number;
  /** Seconds of the functions' clock; more than requested if the machine is slow. */
  seconds: number;
}

/** The machine cannot keep the rate; at a lower rate, the figures would be those of fewer cameras. */
export class TooSlow extends Error {}

/** @throws TooSlow; an error if a frame was refused */
export async function sendFrames(fleet: Fleet, seconds: number): Promise<Sent> {
  const { cameras, slow } = fleet;
  const total = Math.round(seconds * FPS * cameras.length);
  const gap = (slow * 1000) / (FPS * cameras.length);
  const begun = performance.now();
  const sending: Promise<void>[] = [];
  for (let number = 0; number < total; number += 1) {
    const wait = begun + number * gap - performance.now();
    if (wait > 0) await sleep(wait);
    if (wait < -PATIENCE * total * gap) break;
    sending.push(sendFrame(fleet, cameras[number % cameras.length] as Camera));
  }
  await Promise.all(sending);
  const elapsed = (performance.now() - begun) / 1000 / slow;
  const late = elapsed / seconds - 1;
  if (sending.length < total || late > PATIENCE)
    throw new TooSlow(
      `${sending.length} of ${total} frames took ${elapsed.toFixed(1)} s instead of ${seconds}.`,
    );
  return { frames: total, seconds: elapsed };
}

/** One call for a session: `start` or `stop`. */
export const callSession = async (fleet: Fleet, camera: Camera, action: string): Promise<void> => {
  await send(fleet, camera, `/${camera.id}/${action}`);
};

/** Without keep-alive: if the server closes a connection while a frame is sent on it, the frame would be counted twice. */
const agent = new Agent({ keepAlive: false, maxSockets: 64 });
const random = new Random(7);
let scenes: Promise<Buffer[]> | undefined;
let sent = 0;

export async function sendFrame(fleet: Fleet, camera: Camera): Promise<void> {
  scenes ??= Promise.all(
    Array.from({ length: 12 }, async (_, seed) => (await drawScene({ seed, kind: 'bolts' })).jpeg),
  );
  const drawn = await scenes;
  sent += 1;
  // Bytes after the end of a JPEG are not part of the picture, but make it a different file.
  const bytes = Buffer.concat([drawn[sent % drawn.length] as Buffer, Buffer.from(`#${sent}`)]);
  await send(
    fleet,
    camera,
    `/${camera.id}/image?date=${1_790_000_000_000 + sent}&name=frame.jpg&tag=good`,
    bytes,
  );
}

function send({ ports }: Fleet, { key }: Camera, path: string, body?: Buffer): Promise<void> {
  const port = random.pick(ports);
  const headers = {
    'x-device-key': key,
    ...(body && { 'content-type': 'image/jpeg', 'content-length': body.length }),
  };
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (response) => {
      const text: Buffer[] = [];
      response.on('data', (chunk: Buffer) => text.push(chunk));
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${path}: ${response.statusCode} ${Buffer.concat(text)}`));
      });
    });
    call.once('error', reject).end(body);
  });
}

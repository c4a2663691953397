/** Cameras that send frames at a constant rate, each until it is acknowledged. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../../emulators/scenes/random.ts';
import { drawScene } from '../../../emulators/scenes/scene.ts';
import { insist, type Request } from './insist.ts';
import type { Ledger, SentFrame } from './ledger.ts';
import { type SoakStage, TAGS } from './stage.ts';

/** Maximum number of unacknowledged frames of a camera; above it, frames are skipped. */
const UNDER_WAY = 4;
/** Fraction of acknowledged frames that are sent again, as if the answer was lost. */
const REPEATED = 0.03;
/** Number of different pictures; bytes after the end of a JPEG make each frame a different file. */
const PICTURES = 12;

export interface CameraOptions {
  monitor: string;
  /** Frames a second. */
  fps: number;
  random: Random;
  pictures: readonly Buffer[];
  signal: AbortSignal;
}

export async function drawPictures(): Promise<Buffer[]> {
  const seeds = Array.from({ length: PICTURES }, (_, seed) => seed);
  const size = { width: 160, height: 120, quality: 60, parts: 2 };
  const scenes = await Promise.all(seeds.map((seed) => drawScene({ seed, kind: 'bolts', ...size })));
  return scenes.map(({ jpeg }) => jpeg);
}

/** Resolves when the signal is aborted and the last frame is acknowledged. */
export async function runCamera(stage: SoakStage, ledger: Ledger, options: CameraOptions): Promise<void> {
  const { fps, random, signal } = options;
  const underWay = new Set<Promise<void>>();
  for (let number = 0; !signal.aborted; number += 1) {
    if (underWay.size < UNDER_WAY) {
      const sending = sendFrame(stage, ledger, options, number).finally(() => underWay.delete(sending));
      underWay.add(sending);
    } else ledger.counts.held += 1;
    await wait((1000 / fps) * random.between(0.5, 1.5));
  }
  await Promise.all(underWay);
}

async function sendFrame(
  stage: SoakStage,
  ledger: Ledger,
  { monitor, random, pictures }: CameraOptions,
  number: number,
): Promise<void> {
  const bytes = Buffer.concat([random.pick(pictures), Buffer.from(`#${monitor} ${number}`)]);
  const frame: SentFrame = {
    name: `${monitor}-${number}.jpg`,
    monitor,
    date: Date.now(),
    tag: random.pick(TAGS),
    dataset: stage.datasets[stage.monitors.indexOf(monitor) % stage.datasets.length] as string,
    hash: createHash('sha256').update(bytes).digest('hex'),
    id: null,
    annotations: [],
    isDeleted: false,
    isBusy: true,
  };
  ledger.frames.push(frame);
  const request = number % 2 === 0 ? asJson(stage, frame, bytes) : asBytes(stage, frame, bytes);
  const isRepeated = random.next() < REPEATED;
  await keep(frame, request, ledger);
  if (isRepeated) {
    ledger.counts.repeats += 1;
    await keep(frame, request, ledger);
  }
  frame.isBusy = false;
}

async function keep(frame: SentFrame, request: Request, ledger: Ledger): Promise<void> {
  const { status, body } = await insist(request, ledger);
  const id: unknown = body?.data?.id;
  if (status !== 200 || typeof id !== 'string')
    ledger.findings.push(`${frame.name} was refused with ${status} ${JSON.stringify(body)}`);
  else if (frame.id !== null && frame.id !== id) ledger.findings.push(`${frame.name} got a second id`);
  else {
    frame.id = id;
    ledger.kept += 1;
  }
}

function asJson({ stack }: SoakStage, frame: SentFrame, bytes: Buffer): Request {
  const { monitor, date, name, dataset, tag } = frame;
  return {
    route: 'monitor image',
    url: `${stack.baseUrl}/monitor/${monitor}/image`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ image: bytes.toString('base64'), image_data: { date, name, dataset, tag } }),
  };
}

function asBytes({ stack }: SoakStage, frame: SentFrame, bytes: Buffer): Request {
  const { monitor, date, name, dataset, tag } = frame;
  const query = new URLSearchParams({ date: String(date), name, dataset, tag });
  return {
    route: 'monitor image',
    url: `${stack.baseUrl}/monitor/${monitor}/image?${query}`,
    method: 'POST',
    headers: { 'content-type': 'image/jpeg' },
    body: bytes,
  };
}

/**
 * Tells hooks of cameras that are silent or slow, and of those that are back, each once (Contract 16). What was told is on the
 * monitor's record, and changes in the commit of the messages: whoever looks, and however many do at once, it is told once.
 */

import {
  type CameraFacts,
  rateOf,
  SOONEST,
  silentAfter,
  slowAfter,
  stateOf,
} from '../../../../packages/camera/src/camera-state.ts';
import { cameras } from '../adapters/firestore/hooks/cameras.ts';
import { sessions } from '../adapters/firestore/sessions/sessions.ts';
import { inParallel } from '../concurrency/in-parallel.ts';
import { logging } from '../log.ts';
import type { RunningCamera, Told } from './camera-ports.ts';
import { tellNow } from './deliver-messages.ts';

const MINUTE = 60_000;
/** Cameras that are looked at concurrently. */
const SIDE_BY_SIDE = 20;
/** Looks at one camera: its record may change meanwhile, and one that is back may be silent again. */
const LOOKS = 3;
/** Milliseconds by which the last frame of a camera is known. */
const CLOSE = 1_000;

export async function watchCameras(): Promise<void> {
  await inParallel(cameras.watched(), SIDE_BY_SIDE, (monitor) =>
    watchCamera(monitor).catch(logging('ERROR', 'camera not watched', { monitor })),
  );
}

async function watchCamera(monitor: string): Promise<void> {
  let isTold = false;
  for (let look = 0; look < LOOKS; look += 1) {
    const camera = await cameras.find(monitor);
    const news = camera && (await newsOf(camera));
    if (!camera || !news) break;
    const { type, since, ...more } = news;
    const data = { name: camera.name, session: camera.session, since, ...more };
    isTold = (await cameras.tell(camera, { type, since, at: camera.now }, data)) || isTold;
  }
  if (isTold) await tellNow({ kind: 'monitor', id: monitor });
}

/** What is to be told, and what its message says. Null: nothing is new. */
type News = (Omit<Told, 'at'> & { expected?: number | null; rate?: number; was?: 'silent' | 'slow' }) | null;

async function newsOf(camera: RunningCamera): Promise<News> {
  const { session, told, now } = camera;
  if (told?.type === 'monitor.silent') {
    const isBack = (await cameras.firstAfter(session, told.at)) !== null;
    return isBack ? { type: 'monitor.back', since: told.since, was: 'silent' } : null;
  }
  const expected = camera.expected ?? (await learnedRate(camera));
  const facts = await factsOf(camera, expected);
  const state = stateOf(facts, now);
  const shown = { expected: expected && Number(expected.toPrecision(3)) };
  if (state === 'silent') {
    const latest = facts.latest ?? (await lastArrival(camera, silentAfter(facts)));
    return { type: 'monitor.silent', since: latest ?? camera.started, ...shown };
  }
  const wasSlow = told?.type === 'monitor.slow';
  if (state === 'slow' && !wasSlow)
    return { type: 'monitor.slow', since: now - slowAfter(expected), ...shown, rate: facts.rate ?? 0 };
  return state === 'ok' && wasSlow ? { type: 'monitor.back', since: told.since, was: 'slow' } : null;
}

async function learnedRate({ before }: RunningCamera): Promise<number | null> {
  const past = before === null ? null : await cameras.past(before);
  return past && rateOf(past);
}

/** Reads no more than the state depends on: a frame within the shortest silence shows that the camera is not silent. */
async function factsOf(camera: RunningCamera, expected: number | null): Promise<CameraFacts> {
  const { session, started, now } = camera;
  const facts: CameraFacts = { started, latest: null, frames: 0, expected, rate: null };
  const quiet = expected === null ? SOONEST : silentAfter(facts);
  const latest = await cameras.firstAfter(session, Math.max(started, now - quiet - 1));
  if (expected !== null) return { ...facts, latest, rate: await rateNow(camera, expected, latest) };
  if (latest !== null) return { ...facts, latest };
  const [last, frames] = await Promise.all([lastArrival(camera, quiet), sessions.count(session)]);
  return { ...facts, latest: last, frames };
}

/** Null while it has not run for so long, nor sent again after a silence. It counts only as far as the state depends on it. */
async function rateNow(
  { session, started, told, now }: RunningCamera,
  expected: number,
  latest: number | null,
): Promise<number | null> {
  const from = Math.max(started, told?.type === 'monitor.back' ? told.at : 0);
  const least = slowAfter(expected);
  if (latest === null || now - from < least) return null;
  // Of one that is slow, up to twice as long: around half its rate it would be back each time that one frame more came.
  const span = told?.type === 'monitor.slow' ? Math.min(now - told.since, 2 * least) : least;
  const enough = Math.ceil(((expected / 2) * span) / MINUTE);
  return ((await cameras.countAfter(session, now - span, enough)) * MINUTE) / span;
}

/** When the last frame before a silence arrived; null if none has. Halves the time in which it can have been. */
async function lastArrival({ session, started, now }: RunningCamera, quiet: number): Promise<number | null> {
  let last = await cameras.firstAfter(session, started);
  if (last === null) return null;
  for (let end = now - quiet; end - last > CLOSE; ) {
    const middle = Math.floor((last + end) / 2);
    const next = await cameras.firstAfter(session, middle);
    if (next === null) end = middle;
    else last = next;
  }
  return last;
}

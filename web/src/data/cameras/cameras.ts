/** How each camera is, on every page: `app/cameras/watch-cameras.tsx` keeps it up to date. */
import { useMemo } from 'react';
import type { CameraState } from '../../../../packages/camera/src/camera-state.ts';
import { Store, usePart, useStore } from '../live/store.ts';
import { watching } from '../live/watching.ts';

export interface Camera {
  /** `unknown`: its live state was not read yet, or may not be. */
  state: CameraState | 'unknown';
  /** Frames per minute; null if it is not running, is silent, or has sent too few to tell. */
  pace: number | null;
  /** Frames per minute that it should send; null if nothing says so. */
  expected: number | null;
  /** Without a frame since then, or since the session started; Unix milliseconds of this machine. Null if it is not running. */
  since: number | null;
  /** Whether its session has a frame. */
  hasSent: boolean;
}

export const UNKNOWN: Camera = {
  state: 'unknown',
  pace: null,
  expected: null,
  since: null,
  hasSent: false,
};

type Cameras = ReadonlyMap<string, Camera>;

const cameras = new Store<Cameras>(new Map());

export const cameraOf = (monitor: string): Camera | undefined => cameras.get().get(monitor);

/** @param camera null: it is no longer watched */
export function noteCamera(monitor: string, camera: Camera | null): void {
  if (JSON.stringify(cameraOf(monitor) ?? null) === JSON.stringify(camera)) return;
  const next = new Map(cameras.get());
  if (camera) next.set(monitor, camera);
  else next.delete(monitor);
  cameras.set(next);
}

export const useCamera = (monitor: string): Camera => usePart(cameras, (all) => all.get(monitor) ?? UNKNOWN);

const WORST_FIRST: readonly Camera['state'][] = ['silent', 'slow'];

export const isTrouble = ({ state }: Camera): boolean => WORST_FIRST.includes(state);

const countTrouble = (all: Cameras): number => [...all.values()].filter(isTrouble).length;

/** Number of cameras that are silent or slow; 0 while nobody watches them. */
export function useTroubleCount(): number {
  const count = usePart(cameras, countTrouble);
  return useStore(watching) ? count : 0;
}

/** Those in trouble, the worst first. */
const troubleIn = (all: Cameras): string =>
  JSON.stringify(
    WORST_FIRST.flatMap((state) => [...all].filter(([, each]) => each.state === state).map(([id]) => id)),
  );

/** Monitors in trouble before all others, which keep their order. */
export function useTroubleFirst<T extends { id: string }>(monitors: readonly T[]): T[] {
  const trouble = usePart(cameras, troubleIn);
  return useMemo(() => {
    const ids = JSON.parse(trouble) as string[];
    const placeOf = ({ id }: T) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
    return monitors.toSorted((a, b) => placeOf(a) - placeOf(b));
  }, [monitors, trouble]);
}

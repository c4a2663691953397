import { count, map, text } from '../live/snapshot.ts';
import { service } from '../service.ts';

/** What the camera was told last, and what became of it (Contract 19). Times are the service's, in Unix milliseconds. */
export interface Told {
  command: string;
  at: number;
  /** `failed` and `done`: with what the camera says. */
  stage: 'asked' | 'taken' | 'done' | 'failed';
  message: string;
}

/** Milliseconds in which a camera takes a command. */
const TAKEN_WITHIN = 30_000;

/** @param action `controller.action` of the live state */
export function toldIn(action: unknown): Told | null {
  const { request, requests, result } = map(action);
  const { id, command, at } = map(request);
  if (typeof id !== 'number') return null;
  const ended = map(result);
  const isEnded = ended.id === id;
  const isTaken = map(map(requests)[`c${id}`]).taken !== undefined;
  const stage = isEnded ? (ended.ok === true ? 'done' : 'failed') : isTaken ? 'taken' : 'asked';
  return { command: text(command), at: count(at), stage, message: isEnded ? text(ended.message) : '' };
}

/** Nobody took it, and nobody will any more. */
export const isNotTaken = ({ stage, at }: Told, now: number): boolean =>
  stage === 'asked' && now - at > TAKEN_WITHIN;

export async function tell(monitor: string, command: 'start' | 'stop' | 'capture'): Promise<void> {
  await service().monitors(monitor).command({ command });
}

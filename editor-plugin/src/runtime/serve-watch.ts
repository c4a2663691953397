/**
 * `watch`: a visible sidebar subscribes to changes and renews the subscription while it stays visible. Without
 * subscriptions nothing is watched. Its `id` changes when it was interrupted, by a restart for example: what happened meanwhile
 * was not reported.
 */
import type { Route } from './answer.ts';
import { openProject } from './open-project.ts';
import type { Red } from './red.ts';
import { ProjectWatch } from './watch-project.ts';

/** Seconds; a sidebar renews after half of it. */
const TERM = 60;
export const TOPIC = 'sightline-git/changed';

export function serveWatch(red: Red): Route {
  let current: ProjectWatch | undefined;
  let end: NodeJS.Timeout | undefined;
  const close = (): void => {
    clearTimeout(end);
    current?.close();
    current = undefined;
  };
  return async (request) => {
    const repository = await openProject(red, request.user);
    if (current?.directory !== repository.dir) {
      close();
      current = new ProjectWatch(repository, () => red.comms.publish(TOPIC, { at: Date.now() }));
    }
    clearTimeout(end);
    end = setTimeout(close, TERM * 1_000).unref();
    return { topic: TOPIC, seconds: TERM, id: current.id };
  };
}

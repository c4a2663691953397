/** Delivers the messages of hooks, at least once and those of a hook in their order (Contract 16). */
import type { Clock } from '../concurrency/clock.ts';
import { inParallel } from '../concurrency/in-parallel.ts';
import { logging } from '../log.ts';
import { attempt } from './attempt.ts';
import type { HookOwner, HookPlace, Outbox, Post, Streak } from './hook-ports.ts';

export interface DeliverPorts {
  clock: Clock;
  outbox: Outbox;
  post: Post;
}

/** Hooks that are served at once. */
const SIDE_BY_SIDE = 8;
/** Milliseconds that a pause may have to be waited for; a longer one ends in a later call. */
const SHORT = 5_000;
/** Milliseconds that an answer waits for the first attempt. */
const PATIENCE = 3_000;

/**
 * Everything that may be tried now. A receiver that fails keeps no other waiting.
 * @param options `end`: Unix milliseconds after which no attempt begins but the first one of a hook; `owner`: only its hooks
 */
export async function deliverMessages(
  { end, owner }: { end: number; owner?: HookOwner },
  ports: DeliverPorts,
): Promise<void> {
  const waiting = ports.outbox.waiting(ports.clock.now(), owner);
  await inParallel(waiting, SIDE_BY_SIDE, (place) =>
    serveHook(place, end, ports).catch(
      logging('ERROR', 'hook not served', { ...named(place.owner), hook: place.hook }),
    ),
  );
}

/**
 * The first attempt, for the commit of a request that is about to be answered: a function whose calls are all answered may get no
 * processor. One message of each hook is tried. What comes of it, or takes longer, does not matter to the request: the scheduled
 * function does the rest.
 */
export async function tellNow(owner: HookOwner, ports: DeliverPorts): Promise<void> {
  const told = deliverMessages({ end: ports.clock.now(), owner }, ports).catch(
    logging('WARNING', 'hooks not told', named(owner)),
  );
  await Promise.race([told, pause(PATIENCE, ports.clock)]);
}

async function serveHook(place: HookPlace, end: number, ports: DeliverPorts): Promise<void> {
  const { clock, outbox } = ports;
  const claimed = await outbox.claim(place, clock.now());
  if (!claimed) return;
  const { lease, ...receiver } = claimed;
  try {
    for (let { streak } = receiver; ; ) {
      const message = await outbox.next(place);
      if (!message) return;
      const tried = await attempt(message, { ...receiver, streak }, { now: clock.now, post: ports.post });
      if (!(await outbox.note(place, lease, tried))) return;
      const { result } = tried;
      if (result === 'gone' || result === 'given up') return;
      streak = result === 'delivered' ? null : result;
      if (clock.now() >= end || !(await waited(streak, clock))) return;
    }
  } finally {
    await outbox.release(place, lease);
  }
}

/** @returns false if the pause is too long to wait for */
async function waited(streak: Streak | null, clock: Clock): Promise<boolean> {
  const rest = streak ? streak.until - clock.now() : 0;
  if (rest > SHORT) return false;
  if (rest > 0) await pause(rest, clock);
  return true;
}

const pause = (milliseconds: number, clock: Clock) =>
  new Promise<void>((resolve) => {
    clock.after(milliseconds, resolve);
  });

const named = ({ kind, id }: HookOwner) => ({ [kind]: id });

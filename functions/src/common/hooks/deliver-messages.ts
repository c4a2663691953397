/** Delivers the messages of hooks, at least once and those of a hook in their order (Contract 16). */
import { outbox } from '../adapters/firestore/hooks/outbox.ts';
import { post } from '../adapters/post.ts';
import { type Clock, systemClock } from '../concurrency/clock.ts';
import { Semaphore } from '../concurrency/semaphore.ts';
import { logging } from '../log.ts';
import { attempt } from './attempt.ts';
import type { Attempt, HookOwner, HookPlace, Post, WaitingHook } from './hook-ports.ts';

/** Time, and how a message is sent. Tests have their own. */
interface Means {
  clock: Clock;
  post: Post;
}

const USUAL: Means = { clock: systemClock, post };

/** Attempts at once, of one call, and how many of them are left to others by one owner's: those of a slow receiver take ten seconds. */
const PLACES = 8;
const SPARED = 2;
/** Milliseconds for which a hook keeps its place: a receiver that is fast gets many messages for one claim. */
const TURN = 1_000;
/** Milliseconds that a pause may have to be waited for; a longer one ends in a later call. */
const SHORT = 5_000;
/** Milliseconds that an answer waits for the first attempt. */
const PATIENCE = 3_000;

/**
 * Everything that may be tried now. Owners of records take turns, so that a slow receiver keeps nobody else's waiting.
 * @param options `end`: Unix milliseconds after which no attempt begins; without it, there is one of each hook. `owner`: only its hooks
 */
export async function deliverMessages(
  { end, owner }: { end?: number; owner?: HookOwner },
  means: Means = USUAL,
): Promise<void> {
  const places = new Semaphore(PLACES, SPARED);
  const served: Promise<void>[] = [];
  for await (const waiting of outbox.waiting(means.clock.now(), owner)) {
    const { place } = waiting;
    const failed = logging('ERROR', 'hook not served', { ...named(place.owner), hook: place.hook });
    served.push(serveHook(waiting, end, { places, ...means }).catch(failed));
  }
  await Promise.all(served);
}

/**
 * The first attempt, for the commit of a request that is about to be answered: a function whose calls are all answered may get no
 * processor. One message of each hook is tried. What comes of it, or takes longer, does not matter to the request: the scheduled
 * function does the rest.
 */
export async function tellNow(owner: HookOwner): Promise<void> {
  const told = deliverMessages({ owner }).catch(logging('WARNING', 'hooks not told', named(owner)));
  await Promise.race([told, pause(PATIENCE, systemClock)]);
}

async function serveHook(
  { place, owner }: WaitingHook,
  end: number | undefined,
  { places, ...means }: Means & { places: Semaphore },
): Promise<void> {
  const turn = () => places.run(() => takeTurn(place, end, means), { share: owner });
  for (let rest = await turn(); rest !== null && rest <= SHORT; rest = await turn())
    if (rest > 0) await pause(rest, means.clock);
}

/** @returns after how many milliseconds the hook may have another turn; null if it needs none, or may not have one in this call */
async function takeTurn(
  place: HookPlace,
  end: number | undefined,
  { clock, post: send }: Means,
): Promise<number | null> {
  const began = clock.now();
  if (end !== undefined && began >= end) return null;
  const claimed = await outbox.claim(place, began);
  if (!claimed) return null;
  const { lease, ...receiver } = claimed;
  try {
    for (let { streak } = receiver; ; streak = null) {
      const message = await outbox.next(place);
      if (!message) return null;
      const tried = await attempt(message, { ...receiver, streak }, { now: clock.now, post: send });
      if (!(await outbox.note(place, lease, tried)) || end === undefined) return null;
      const { result } = tried;
      if (result !== 'delivered') return pauseAfter(result, clock);
      if (clock.now() - began >= TURN) return 0;
    }
  } finally {
    await outbox.release(place, lease);
  }
}

const pauseAfter = (result: Attempt['result'], clock: Clock): number | null =>
  typeof result === 'string' ? null : Math.max(0, result.until - clock.now());

const pause = (milliseconds: number, clock: Clock) =>
  new Promise<void>((resolve) => {
    clock.after(milliseconds, resolve);
  });

const named = ({ kind, id }: HookOwner) => ({ [kind]: id });

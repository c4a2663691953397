import { outbox } from '../adapters/firestore/hooks/outbox.ts';
import { post } from '../adapters/post.ts';
import { systemClock } from '../concurrency/clock.ts';
import { HttpError } from '../errors.ts';
import { randomId } from '../records/made-ids.ts';
import { attempt } from './attempt.ts';
import type { HookPlace, Outcome } from './hook-ports.ts';
import { requireHook } from './manage-hooks.ts';

/**
 * Sends one message to a hook, and waits for what becomes of it (Contract 16). It waits behind no other.
 * @throws HttpError `hook not found`, `hook ended`
 */
export async function testHook(place: HookPlace): Promise<Outcome & { delivered: boolean }> {
  const { id } = await requireHook(place);
  const receiver = await outbox.receiver(place);
  if (!receiver) throw new HttpError('hook ended', { id });
  const timestamp = new Date(systemClock.now()).toISOString();
  const { owner } = place;
  const body = JSON.stringify({ type: 'test', timestamp, data: { [owner.kind]: owner.id } });
  const message = { id: `${id}-test-${randomId()}`, type: 'test', body };
  const tried = await attempt(message, receiver, { now: systemClock.now, post });
  await outbox.noteTest(place, tried);
  const { answered, problem } = tried.delivery;
  return { delivered: tried.result === 'delivered', answered, problem };
}

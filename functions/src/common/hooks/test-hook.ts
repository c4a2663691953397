import { HttpError } from '../errors.ts';
import { randomId } from '../records/made-ids.ts';
import { attempt } from './attempt.ts';
import type { DeliverPorts } from './deliver-messages.ts';
import type { HookPlace, Outcome } from './hook-ports.ts';
import { type HookPorts, requireHook } from './manage-hooks.ts';

/**
 * Sends one message to a hook, and waits for what becomes of it (Contract 16). It waits behind no other.
 * @throws HttpError `hook not found`, `hook ended`
 */
export async function testHook(
  place: HookPlace,
  ports: HookPorts & DeliverPorts,
): Promise<Outcome & { delivered: boolean }> {
  const { id } = await requireHook(place, ports);
  const receiver = await ports.outbox.receiver(place);
  if (!receiver) throw new HttpError('hook ended', { id });
  const timestamp = new Date(ports.clock.now()).toISOString();
  const { owner } = place;
  const body = JSON.stringify({ type: 'test', timestamp, data: { [owner.kind]: owner.id } });
  const message = { id: `${id}-test-${randomId()}`, type: 'test', body };
  const tried = await attempt(message, receiver, { now: ports.clock.now, post: ports.post });
  await ports.outbox.noteTest(place, tried);
  const { answered, problem } = tried.delivery;
  return { delivered: tried.result === 'delivered', answered, problem };
}

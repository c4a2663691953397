import { HttpError } from '../../common/errors.ts';
import { attempt } from '../../common/hooks/attempt.ts';
import type { DeliverPorts } from '../../common/hooks/deliver-messages.ts';
import type { Outcome } from '../../common/hooks/hook-ports.ts';
import { randomId } from '../../common/records/made-ids.ts';
import { type HookPorts, type HookTarget, requireHook } from './manage-hooks.ts';

/**
 * Sends one message to a hook, and waits for what becomes of it (Contract 16). It waits behind no other.
 * @throws HttpError `dataset not found`, `forbidden`, `hook not found`, `hook ended`
 */
export async function testHook(
  input: HookTarget,
  ports: HookPorts & DeliverPorts,
): Promise<Outcome & { delivered: boolean }> {
  const { id } = await requireHook(input, ports);
  const place = { dataset: input.dataset, hook: id };
  const receiver = await ports.outbox.receiver(place);
  if (!receiver) throw new HttpError('hook ended', { id });
  const timestamp = new Date(ports.clock.now()).toISOString();
  const body = JSON.stringify({ type: 'test', timestamp, data: { dataset: input.dataset } });
  const message = { id: `${id}-test-${randomId()}`, type: 'test', body };
  const tried = await attempt(message, receiver, { now: ports.clock.now, post: ports.post });
  await ports.outbox.noteTest(place, tried);
  const { answered, problem } = tried.delivery;
  return { delivered: tried.result === 'delivered', answered, problem };
}

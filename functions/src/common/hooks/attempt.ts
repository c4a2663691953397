/** One attempt to deliver a message, as Standard Webhooks has it, and what follows from a failure (Contract 16). */
import { createHmac } from 'node:crypto';
import type { Attempt, Message, Outcome, Post, Receiver, Streak } from './hook-ports.ts';

/** Milliseconds after the first failures; then one hour each. In a day these are about thirty attempts. */
const PAUSES = [1_000, 5_000, 30_000, 120_000, 600_000, 1_800_000];
const LONGEST = 3_600_000;
const DAY = 24 * LONGEST;
const MOST_ATTEMPTS = 50;

/** The receiver says that it wants no more. */
const GONE = 410;

/** @param now Unix milliseconds */
export async function attempt(
  message: Message,
  { url, secret, streak }: Receiver,
  { now, post }: { now: () => number; post: Post },
): Promise<Attempt> {
  const at = now();
  const outcome = await post(url, signedHeaders(message, secret, at), message.body);
  const delivery = { message: message.id, type: message.type, at, ...outcome };
  return { delivery, result: resultOf(outcome, streak, now()) };
}

function resultOf({ answered }: Outcome, streak: Streak | null, now: number): Attempt['result'] {
  if (answered === GONE) return 'gone';
  if (answered !== null && answered >= 200 && answered < 300) return 'delivered';
  return afterFailure(streak, now);
}

/** When to try again. */
export function afterFailure(before: Streak | null, now: number): Streak | 'given up' {
  const { attempts, since } = before ?? { attempts: 0, since: now };
  if (now - since >= DAY || attempts + 1 >= MOST_ATTEMPTS) return 'given up';
  return { attempts: attempts + 1, since, until: now + (PAUSES[attempts] ?? LONGEST) };
}

/** https://www.standardwebhooks.com: the signature covers id, time and body. */
export function signedHeaders({ id, body }: Message, secret: string, now: number): Record<string, string> {
  const timestamp = Math.floor(now / 1000);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}

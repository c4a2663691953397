/** Ids that are made here: 20 of a-z and 0-9 (103 bits). */
import { createHash, randomBytes } from 'node:crypto';

const LENGTH = 20;

/** The same for the same text. */
export function idOf(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex');
  return BigInt(`0x${digest}`).toString(36).padStart(LENGTH, '0').slice(-LENGTH);
}

export const randomId = (): string => idOf(randomBytes(32).toString('hex'));

import { createHash } from 'node:crypto';

/** What makes a frame the same frame when a camera sends it again (Contract 6). */
export interface FrameIdentity {
  monitor: string;
  /** As sent; null where the camera sent none. */
  date: number | null;
  name: string;
  /** SHA-256 of the bytes, hexadecimal. */
  content: string;
}

const LENGTH = 20;

/** Record id of a frame: 20 characters of a-z and 0-9 (103 bits), the same for the same frame. */
export function frameId({ monitor, date, name, content }: FrameIdentity): string {
  const identity = JSON.stringify([monitor, date, name, content]);
  const digest = createHash('sha256').update(identity).digest('hex');
  return BigInt(`0x${digest}`).toString(36).padStart(LENGTH, '0').slice(-LENGTH);
}

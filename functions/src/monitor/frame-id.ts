import { idOf } from '../common/records/made-ids.ts';

/** What identifies a frame that a camera sends again (Contract 6). */
export interface FrameIdentity {
  monitor: string;
  /** As sent; null if the camera sent none. */
  date: number | null;
  name: string;
  /** SHA-256 of the bytes, hexadecimal. */
  content: string;
}

/** Record id of a frame; the same frame always gets the same id. */
export const frameId = ({ monitor, date, name, content }: FrameIdentity): string =>
  idOf(JSON.stringify([monitor, date, name, content]));

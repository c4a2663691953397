import { createHash } from 'node:crypto';

/**
 * Whether a frame is put into REVIEW (Contract 9). Depends only on the frame's id, so that a frame that is sent again gets
 * the same result.
 * @param share percentage, 0 to 100
 */
export function goesIntoReview(frame: string, share: number): boolean {
  const place = createHash('sha256').update(`review ${frame}`).digest().readUInt32BE() / 2 ** 32;
  return place * 100 < share;
}

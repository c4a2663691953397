import type { Texts } from '../../text/en.ts';

interface Reviewed {
  /** Numbers of images that were judged, and of those that were only passed. */
  judged: number;
  skipped: number;
  /** Whether the images had no label. */
  isLabelling: boolean;
}

/** What was done, once no image is left in front. Pure. */
export function doneWords({ judged, skipped, isLabelling }: Reviewed, text: Texts): string {
  const did = isLabelling ? text.didLabel(judged) : text.didReview(judged);
  const parts = [...(judged > 0 ? [did] : []), ...(skipped > 0 ? [text.didSkip(skipped)] : [])];
  return parts.length > 0 ? parts.join(', ') : text.nothingToReview;
}

import type { Upload } from '../../../data/uploads/uploads.ts';
import type { Texts } from '../../../text/en.ts';

const FLAWS = [
  ...(['uploadTooLarge', 'uploadNoPicture', 'uploadKnown', 'uploadTwice', 'uploadTrashed'] as const),
];
const isFlaw = (reason: string): reason is (typeof FLAWS)[number] => FLAWS.some((each) => each === reason);

/** Why a file was not added, in the language of the page. */
export function whyNot({ reason = '', status }: Pick<Upload, 'reason' | 'status'>, text: Texts): string {
  if (isFlaw(reason)) return text[reason];
  // What is sent with a file is right: the service could not read the file itself.
  if (status === 415) return text.uploadFormat;
  if (status === 400) return text.uploadUnreadable;
  return status ? text.refusal(status, reason) : reason;
}

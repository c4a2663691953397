import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';
import type { Texts } from '../../text/en.ts';

export interface Notice {
  message: string;
  tone?: 'plain' | 'failed';
  /** A button in the notice, usually Undo. */
  action?: { label: string; run: () => void };
  /** Id of the failed request, which people can report. */
  requestId?: string | undefined;
}

/** Milliseconds. A notice that failed or has an action is shown for longer. */
const SHORT = 4_000;
const LONG = 9_000;

export const notices = new ToastQueue<Notice>({ maxVisibleToasts: 3 });

export const copyText = (what: string, { copied }: Pick<Texts, 'copied'>): Promise<void> =>
  navigator.clipboard.writeText(what).then(() => void notify({ message: copied }));

/** @returns a function that closes the notice */
export function notify(notice: Notice): () => void {
  // Said again, it replaces what it said before.
  const same = notices.visibleToasts.find(({ content }) => content.message === notice.message);
  if (same && !notice.action) notices.close(same.key);
  const timeout = notice.action || notice.tone === 'failed' ? LONG : SHORT;
  const key = notices.add(notice, { timeout });
  return () => notices.close(key);
}

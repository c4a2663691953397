import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';

export interface Notice {
  message: string;
  tone?: 'plain' | 'failed';
  /** What can be done about it: mostly undo. */
  action?: { label: string; run: () => void };
  /** Of the call that failed, to be quoted to whoever runs the service. */
  requestId?: string | undefined;
}

/** Milliseconds; a notice with an action stays longer. */
const SHORT = 4_000;
const LONG = 9_000;

export const notices = new ToastQueue<Notice>({ maxVisibleToasts: 3 });

/** @returns what takes it away */
export function notify(notice: Notice): () => void {
  const timeout = notice.action || notice.tone === 'failed' ? LONG : SHORT;
  const key = notices.add(notice, { timeout });
  return () => notices.close(key);
}

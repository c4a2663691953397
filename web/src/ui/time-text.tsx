import { useNow } from '../data/live/now.ts';
import { exactTime, relativeTime } from '../text/time.ts';
import { useLanguage } from '../text/use-text.tsx';

/** `3 minutes ago`, with the exact time on hover. @param at Unix milliseconds */
export function TimeText({ at }: { at: number }) {
  const { language } = useLanguage();
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(language, at)}>
      {relativeTime(language, at, now)}
    </time>
  );
}

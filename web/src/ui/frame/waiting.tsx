import { useText } from '../../text/use-text.tsx';
import { Placeholder } from './placeholder.tsx';
import { useLasting } from './use-lasting.ts';

/** Milliseconds until a page says that it is loading, and until it says that this is taking long. */
const SOON = 1_000;
const LATE = 6_000;

/** Shown until a page's record has loaded. Empty at first, because that usually takes only a moment. */
export function Waiting() {
  const text = useText();
  const isSoon = useLasting(true, SOON);
  const isLate = useLasting(true, LATE);
  if (!isSoon) return null;
  return (
    <div role="status">
      <Placeholder title={`${text.loading}…`} {...(isLate && { hint: text.slow })} />
    </div>
  );
}

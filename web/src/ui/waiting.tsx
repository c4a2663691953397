import { useText } from '../text/use-text.tsx';
import { Placeholder } from './placeholder.tsx';
import { useLasting } from './use-lasting.ts';

/** Milliseconds until a page says that it loads, and that this takes long. */
const SOON = 1_000;
const LATE = 6_000;

/** What a page shows before it has its record: nothing at first, for mostly it is there at once. */
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

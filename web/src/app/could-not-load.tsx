/** What stands where something could not be read, with the reason in the language of the page. */
import { reasonOf } from '../text/refused/reason.ts';
import { useText } from '../text/use-text.tsx';
import { Placeholder } from '../ui/frame/placeholder.tsx';

interface FailedProps {
  error: unknown;
}

/** Instead of a part of a page. */
export function CouldNotLoad({ error }: FailedProps) {
  const text = useText();
  return <p role="alert">{`${text.couldNotLoad}: ${reasonOf(error, text)}`}</p>;
}

/** Instead of a page whose records cannot be followed now. */
export function Unavailable({ error }: FailedProps) {
  const text = useText();
  return <Placeholder title={text.unavailable} hint={text.unavailableHint} details={reasonOf(error, text)} />;
}

import { addresses } from '../app/addresses.ts';
import { Place } from '../app/place.tsx';
import { useText } from '../text/use-text.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Placeholder } from '../ui/placeholder.tsx';

export function Missing() {
  const text = useText();
  return (
    <>
      <Place title={text.pageMissing} />
      <Placeholder title={text.pageMissing} hint={text.pageMissingHint}>
        <ButtonLink look="primary" href={addresses.home}>
          {text.goHome}
        </ButtonLink>
      </Placeholder>
    </>
  );
}

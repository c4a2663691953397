import { addresses } from '../app/places/addresses.ts';
import { Place } from '../app/places/place.tsx';
import { useText } from '../text/use-text.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import { Placeholder } from '../ui/frame/placeholder.tsx';

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

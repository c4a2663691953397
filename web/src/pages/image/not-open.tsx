import { addresses } from '../../app/places/addresses.ts';
import { TabTitle } from '../../app/places/place.tsx';
import { reasonOf } from '../../text/refused/reason.ts';
import { useText } from '../../text/use-text.tsx';
import { ButtonLink } from '../../ui/form/button.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';

/** In place of an image that cannot be opened. @param error null: the dataset has no such image */
export function NotOpen({ dataset, error }: { dataset: string; error: Error | null }) {
  const text = useText();
  const title = error ? text.couldNotLoad : text.imageMissing;
  return (
    <>
      <TabTitle title={title} />
      <Placeholder title={title} hint={error ? reasonOf(error, text) : text.pageMissingHint}>
        {!error && <ButtonLink href={addresses.dataset(dataset)}>{text.backToDataset}</ButtonLink>}
      </Placeholder>
    </>
  );
}

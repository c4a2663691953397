import type { ListedPeople } from '../../../../client/src/curate/records.ts';
import { attempt } from '../../app/state/undo-history.ts';
import { nameOf, type SharedRecord, useRoles } from '../../data/records/people.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Line } from '../../ui/lines/lines.tsx';
import { initials } from './address.ts';

interface OfferLineProps {
  record: SharedRecord;
  offer: NonNullable<ListedPeople['offer']>;
  /** It is made to the signed-in person. */
  isMine: boolean;
}

/** The open offer of ownership: its receiver accepts or declines it, the owner withdraws it. */
export function OfferLine({ record, offer, isMine }: OfferLineProps) {
  const text = useText();
  const { accept, endOffer } = useRoles()(record);
  const name = nameOf({ ...offer, uid: offer.to });
  const end = () => void attempt(endOffer, text);
  return (
    <Line
      mark={initials(name)}
      name={isMine ? text.isYou(name) : name}
      {...(offer.address !== name && { details: offer.address })}
    >
      <Button onPress={end}>{isMine ? text.decline : text.withdraw}</Button>
      {isMine && (
        <Button look="primary" onPress={() => void attempt(accept, text)}>
          {text.accept}
        </Button>
      )}
    </Line>
  );
}

import { attempt } from '../../app/state/undo-history.ts';
import { type Offered, useOffers } from '../../data/records/offers.ts';
import { useRoles } from '../../data/records/people.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import styles from './home.module.css';

/** Datasets and monitors whose ownership is offered to this person. */
export function Offers() {
  const text = useText();
  const offers = useOffers();
  if (offers.length === 0) return null;
  return (
    <section>
      <header className={styles.head}>
        <h2>{text.offeredToYou}</h2>
      </header>
      <ul className={styles.lines}>
        {offers.map((offered) => (
          <OfferLine key={`${offered.kind} ${offered.id}`} offered={offered} />
        ))}
      </ul>
      <p className={styles.hint}>{text.offerGot}</p>
    </section>
  );
}

function OfferLine({ offered }: { offered: Offered }) {
  const text = useText();
  const { accept, endOffer } = useRoles()(offered);
  const { kind, name, from } = offered;
  return (
    <li>
      <span className={styles.words}>
        <span>{name}</span>
        <span className="secondary">{text[`offeredBy_${kind}`](from)}</span>
      </span>
      <Button aria-label={text.declineOffer(name)} onPress={() => void attempt(endOffer, text)}>
        {text.decline}
      </Button>
      <Button aria-label={text.acceptOffer(name)} look="primary" onPress={() => void attempt(accept, text)}>
        {text.accept}
      </Button>
    </li>
  );
}

import { addresses } from '../../app/places/addresses.ts';
import { notify } from '../../app/state/toasts.ts';
import { type Check, type Outcome as Known, keepCheck, rightOf } from '../../data/rest/check.ts';
import { undoAcceptance } from '../../data/rest/rest.ts';
import { percent } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { Page, Part } from '../../ui/frame/page.tsx';
import styles from './rest.module.css';

interface OutcomeProps {
  dataset: string;
  check: Check;
  outcome: Known;
}

/** What the check has come to, in words. */
export function Outcome({ dataset, check, outcome }: OutcomeProps) {
  const { rest } = useText();
  const { language } = useLanguage();
  const close = () => keepCheck(dataset, null);
  // A bound is never rounded up.
  const bound = percent(language, Math.floor(100 * outcome.bound) / 100);
  if (outcome.state === 'refused') {
    const wanted = percent(language, check.precision);
    return (
      <Page>
        <Part
          title={rest.refused}
          hint={rest.refusedBound(rightOf(check), check.sample.length, bound, wanted)}
        >
          <p>{rest.kept}</p>
          <div>
            <Button look="primary" onPress={close}>
              {rest.again}
            </Button>
          </div>
        </Part>
      </Page>
    );
  }
  const takeBack = () =>
    undoAcceptance(dataset, (restored, changed) => notify({ message: rest.takenBack(restored, changed) }));
  return (
    <Page>
      <Part title={rest.accepted(outcome.accepted)} hint={rest.bound(bound)}>
        <p>{rest.marked}</p>
        {outcome.stale > 0 && <p>{rest.stale(outcome.stale)}</p>}
        <div className={styles.actions}>
          <Button look="primary" onPress={close}>
            {rest.done}
          </Button>
          <ButtonLink href={`${addresses.dataset(dataset)}?checked=false`}>{rest.showUnchecked}</ButtonLink>
          <Button onPress={() => void takeBack()}>{rest.takeBack}</Button>
        </div>
      </Part>
    </Page>
  );
}

import { addresses } from '../../app/places/addresses.ts';
import { notify } from '../../app/state/toasts.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { nameIn } from '../../data/records/tags.ts';
import {
  type Check,
  type Figures,
  type Outcome as Known,
  keepCheck,
  rightOf,
} from '../../data/rest/check.ts';
import { undoAcceptance } from '../../data/rest/rest.ts';
import { percent } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { Page, Part } from '../../ui/frame/page.tsx';
import { Table } from '../models/report/table.tsx';
import styles from './rest.module.css';

interface OutcomeProps {
  dataset: Dataset;
  check: Check;
  outcome: Known;
}

/** What the check has come to, in words. */
export function Outcome({ dataset, check, outcome }: OutcomeProps) {
  const { rest } = useText();
  const { id } = dataset;
  const close = () => keepCheck(id, null);
  const figures = <ShownFigures classes={outcome.classes} {...{ dataset, precision: check.precision }} />;
  if (outcome.state === 'refused')
    return (
      <Page>
        <Part title={rest.refused} hint={rest.refusedHint(rightOf(check), check.sample.length)}>
          {figures}
          <p>{rest.kept}</p>
          <div>
            <Button look="primary" onPress={close}>
              {rest.again}
            </Button>
          </div>
        </Part>
      </Page>
    );
  const takeBack = () =>
    undoAcceptance(id, check.acceptance, (restored, changed) =>
      notify({ message: rest.takenBack(restored, changed) }),
    );
  return (
    <Page>
      <Part title={rest.accepted(outcome.accepted)} hint={rest.bound}>
        {figures}
        <p>{rest.marked}</p>
        {outcome.stale > 0 && <p>{rest.stale(outcome.stale)}</p>}
        <div className={styles.actions}>
          <Button look="primary" onPress={close}>
            {rest.done}
          </Button>
          <ButtonLink href={`${addresses.dataset(id)}?checked=false`}>{rest.showUnchecked}</ButtonLink>
          <Button onPress={() => void takeBack()}>{rest.takeBack}</Button>
        </div>
      </Part>
    </Page>
  );
}

interface FiguresProps {
  dataset: Dataset;
  classes: Figures;
  precision: number;
}

/** By class: what is right of it at least, and how many of it may be lost in the others. What fails is marked. */
function ShownFigures({ dataset: { tags }, classes, precision }: FiguresProps) {
  const { rest, setClass, number } = useText();
  const { language } = useLanguage();
  const nameOf = nameIn(tags);
  const marked = (words: string, isEnough: boolean) => (isEnough ? words : `${words} ✗`);
  return (
    <Table
      caption={rest.figures}
      head={setClass}
      columns={[rest.rightAtLeast, rest.lostAtMost, rest.known]}
      rows={classes.map(({ tag, bound, lostAtMost, known }) => ({
        ...{ id: tag, name: nameOf(tag) },
        cells: [
          // A bound is never rounded up.
          bound === null ? '–' : marked(percent(language, Math.floor(100 * bound) / 100), bound >= precision),
          marked(number(lostAtMost), lostAtMost <= known),
          number(known),
        ],
      }))}
    />
  );
}

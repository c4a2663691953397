import { useMemo } from 'react';
import { Link } from 'react-aria-components';
import { addresses } from '../../../app/places/addresses.ts';
import { DatasetPage } from '../../../app/places/dataset-page.tsx';
import { useQueryState } from '../../../app/places/query-state.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { mayEdit } from '../../../data/records/role.ts';
import { useOtherRuns } from '../../../data/runs/other-runs.ts';
import { runSource } from '../../../data/runs/run-images.ts';
import type { Run } from '../../../data/runs/runs.ts';
import { useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { keepFocus } from '../../../ui/frame/keep-focus.ts';
import { Desk } from '../../judging/desk.tsx';
import styles from '../../judging/judging.module.css';
import { WithRun } from '../with-run.tsx';
import { type AskedState, NAMES, NOTHING, ORDERS, RUN_SETS, toAsked } from './asked.ts';
import { MinScore } from './min-score.tsx';
import { SendToReview } from './send-to-review.tsx';
import { Tiles } from './tiles.tsx';

interface RunImagesProps {
  id: string;
  /** As in the address. */
  number: string;
}

export const RunImages = ({ id, number }: RunImagesProps) => (
  <DatasetPage id={id} page="models">
    {(dataset) => (
      <WithRun dataset={dataset} number={number}>
        {(run) => <Images dataset={dataset} run={run} />}
      </WithRun>
    )}
  </DatasetPage>
);

const BEGINNING = { image: undefined, after: undefined };

function Images({ dataset, run }: { dataset: Dataset; run: Run }) {
  const { models } = useText();
  const [state, change] = useQueryState(NAMES);
  const key = JSON.stringify(toAsked(state));
  const asked = useMemo(() => JSON.parse(key) as ReturnType<typeof toAsked>, [key]);
  const isOne = state.view === 'one';
  const source = useMemo(
    () => runSource(dataset.id, run.number, asked, state.after),
    [dataset.id, run.number, asked, state.after],
  );
  const isFiltered = [state.class, state.predicted, asked.set, asked.minScore, asked.against].some(
    (each) => each !== undefined,
  );
  return (
    <div className={styles.images} data-view={state.view}>
      <header className={styles.head}>
        <Link href={addresses.model(dataset.id, run.number)}>{run.name}</Link>
        <Choices {...{ dataset, run, state }} onChange={(values) => change({ ...values, ...BEGINNING })} />
        <div className={styles.actions} onMouseDownCapture={keepFocus}>
          <Button onPress={() => change({ view: isOne ? undefined : 'one', ...BEGINNING })}>
            {isOne ? models.showTiles : models.showOne}
          </Button>
          {!isOne && !isFiltered && mayEdit(dataset.role) && (
            <SendToReview dataset={dataset.id} number={run.number} order={asked.order} />
          )}
        </div>
      </header>
      {isOne ? (
        <Desk
          {...{ dataset, source }}
          first={state.image}
          since={run.createdAt}
          words={{ predicted: models.prediction, keep: models.keepLabel, take: models.takePrediction }}
          minScore={asked.minScore}
          run={run.number}
          onClose={() => change({ view: undefined, ...BEGINNING })}
        />
      ) : (
        <Tiles
          {...{ dataset, asked }}
          number={run.number}
          onOpen={(image, after) => change({ view: 'one', image, after })}
        />
      )}
    </div>
  );
}

interface ChoicesProps {
  dataset: Dataset;
  run: Run;
  state: AskedState;
  onChange: (values: AskedState) => void;
}

/** The order, and what narrows it. */
function Choices({ dataset: { id, tags }, run, state, onChange }: ChoicesProps) {
  const text = useText();
  const { models } = text;
  const asked = toAsked(state);
  const classes = [
    { id: '', label: text.allClasses },
    ...tags.map(({ id, name }) => ({ id, label: name })),
    { id: NOTHING, label: models.nothing },
  ];
  const sets = RUN_SETS.map((id) => ({ id, label: text[`set${id}`] }));
  return (
    <div className={styles.choices}>
      <Select
        label={models.order}
        isLabelShown
        choices={ORDERS.map((id) => ({ id, label: models.orders[id] }))}
        value={asked.order}
        onChange={(order) => onChange({ order })}
      />
      <Select
        label={models.label}
        isLabelShown
        choices={classes}
        value={state.class ?? ''}
        isMarked={state.class !== undefined}
        onChange={(value) => onChange({ class: value })}
      />
      <Select
        label={models.prediction}
        isLabelShown
        choices={classes}
        value={state.predicted ?? ''}
        isMarked={state.predicted !== undefined}
        onChange={(predicted) => onChange({ predicted })}
      />
      <Select
        label={text.setSet}
        isLabelShown
        choices={[{ id: '', label: text.allSets }, ...sets]}
        value={asked.set ?? ''}
        isMarked={asked.set !== undefined}
        onChange={(set) => onChange({ set })}
      />
      <AgainstChoice dataset={id} run={run} asked={state.against} onChange={onChange} />
      <MinScore
        value={asked.minScore ?? 0}
        onChange={(score) => onChange({ minScore: score === 0 ? '' : String(Math.round(100 * score) / 100) })}
      />
    </div>
  );
}

interface AgainstProps extends Pick<ChoicesProps, 'run' | 'onChange'> {
  dataset: string;
  /** Number of the other model, in the address. */
  asked: string | undefined;
}

/** Only images where another model agrees better with the labels. */
function AgainstChoice({ dataset, run, asked, onChange }: AgainstProps) {
  const { models } = useText();
  const others = useOtherRuns(dataset, run);
  if (others.length === 0) return null;
  return (
    <Select
      label={models.betterThere}
      isLabelShown
      choices={[
        { id: '', label: models.noOther },
        ...others.map(({ number, name }) => ({ id: String(number), label: name })),
      ]}
      value={asked ?? ''}
      isMarked={asked !== undefined}
      onChange={(against) => onChange({ against })}
    />
  );
}

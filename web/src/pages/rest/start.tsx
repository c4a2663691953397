import { useState } from 'react';
import { useLocation } from 'wouter';
import { Unavailable } from '../../app/could-not-load.tsx';
import { Outline } from '../../app/outline.tsx';
import { addresses } from '../../app/places/addresses.ts';
import { notify } from '../../app/state/toasts.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import {
  beginCheck,
  lookAtAll,
  reviewMostInstructive,
  type SuggestState,
  useSuggestState,
} from '../../data/rest/rest.ts';
import { percent } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Part } from '../../ui/frame/page.tsx';
import { Table } from '../models/report/table.tsx';
import { Accepted } from './accepted.tsx';
import styles from './rest.module.css';

/** What suggestions rest on, and what they would need. */
export function Start({ dataset }: { dataset: Dataset }) {
  const { rest } = useText();
  const { data, error } = useSuggestState(dataset.id);
  if (error) return <Unavailable error={error} />;
  if (!data) return <Outline />;
  const { embedder, embeddings, accuracy } = data;
  const look = (label: string) => (
    <Button look="primary" onPress={() => void lookAtAll(dataset.id)}>
      {label}
    </Button>
  );
  if (embedder === 'off')
    return (
      <Part title={rest.title} hint={rest.hint} action={look(rest.begin)}>
        <p>{rest.private}</p>
      </Part>
    );
  return (
    <>
      <Part title={rest.title} hint={rest.hint}>
        {embeddings.pending > 0 && (
          <div className={styles.note}>
            <p>{rest.lacks(embeddings.pending)}</p>
            {look(rest.look)}
          </div>
        )}
        {embeddings.unreadable > 0 && <p className="secondary">{rest.unreadable(embeddings.unreadable)}</p>}
      </Part>
      <Learned dataset={dataset} state={data} />
      {accuracy !== null && <Demand dataset={dataset} ready={data.ready} />}
      <Accepted dataset={dataset} />
    </>
  );
}

/** Number of images that are labelled to teach more. */
const MORE = 20;

/** Labels by class, and whether more would help. */
function Learned({ dataset, state }: { dataset: Dataset; state: SuggestState }) {
  const text = useText();
  const { language } = useLanguage();
  const [, go] = useLocation();
  const { rest } = text;
  const { accuracy, labelled, ready } = state;
  const isSent = (sent: number) =>
    sent > 0 ? go(addresses.review(dataset.id)) : notify({ message: rest.noneTeach });
  const more =
    accuracy === null ? (
      <ButtonLink look="primary" href={addresses.unlabelled(dataset.id)}>
        {rest.labelSome}
      </ButtonLink>
    ) : (
      <Button onPress={() => void reviewMostInstructive(dataset.id, MORE, isSent)}>
        {rest.labelMore(MORE)}
      </Button>
    );
  return (
    <Part title={rest.learned} action={dataset.unlabelledCounter > 0 && more}>
      <Table
        caption={rest.learned}
        head={text.setClass}
        columns={[rest.labelled, rest.ready]}
        rows={dataset.tags.map(({ id, name }) => ({
          ...{ id, name },
          cells: [text.number(labelled[id] ?? 0), ready[id] ? rest.isEnough : rest.isNotEnough],
        }))}
      />
      <p>{accuracy === null ? rest.tooFew : rest.accuracy(percent(language, accuracy))}</p>
    </Part>
  );
}

/** Shares that must be right, and scores from which suggestions are taken. */
const PRECISIONS = [0.9, 0.95, 0.98, 0.99];
const SCORES = [0, 0.5, 0.7, 0.8, 0.9, 0.95];

interface DemandProps {
  dataset: Dataset;
  ready: SuggestState['ready'];
}

/** Classes whose labels are not ready yet are left out, unless none is: theirs stay unlabelled. */
function Demand({ dataset: { id, tags, unlabelledCounter }, ready }: DemandProps) {
  const text = useText();
  const { rest } = text;
  const { language } = useLanguage();
  const [precision, setPrecision] = useState(0.95);
  const [threshold, setThreshold] = useState(0.9);
  const able = tags.filter((each) => ready[each.id]);
  const unable = tags.filter((each) => ready[each.id] === false);
  const choices = (shares: readonly number[], word: (share: number) => string) =>
    shares.map((share) => ({ id: String(share), label: word(share) }));
  if (unlabelledCounter === 0) return <Part title={rest.rest} hint={rest.isWhole} />;
  return (
    <Part title={rest.rest} hint={rest.unlabelled(unlabelledCounter)}>
      <div className={styles.demand}>
        <Select
          isLabelShown
          label={rest.precision}
          choices={choices(PRECISIONS, (share) => text.number(100 * share))}
          value={String(precision)}
          onChange={(value) => setPrecision(Number(value))}
        />
        <Select
          isLabelShown
          label={rest.threshold}
          choices={choices(SCORES, (share) => (share === 0 ? rest.any : percent(language, share)))}
          value={String(threshold)}
          onChange={(value) => setThreshold(Number(value))}
        />
        <Button
          look="primary"
          onPress={() =>
            void beginCheck(id, {
              threshold,
              precision,
              tags: (able.length > 0 ? able : unable).map((each) => each.id),
            })
          }
        >
          {rest.toCheck}
        </Button>
      </div>
      <p className="secondary">{rest.thresholdHint}</p>
      {able.length === 0 ? (
        <p>{rest.noneReady}</p>
      ) : (
        unable.length > 0 && <p>{rest.leftOut(unable.map(({ name }) => name).join(', '))}</p>
      )}
    </Part>
  );
}

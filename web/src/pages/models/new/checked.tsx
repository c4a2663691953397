import { useState } from 'react';
import type { Dataset } from '../../../data/records/datasets.ts';
import { type CheckedRun, checkRunFile, makeRunOfFile, type RunWork } from '../../../data/runs/run-files.ts';
import { useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { SaidList } from '../../../ui/frame/said-list.tsx';
import { FileOptions } from './file-options.tsx';
import { choiceOf, comingOf, type LabelChoices, OUT, withChoices } from './label-choices.ts';
import styles from './new-model.module.css';

interface CheckedProps {
  dataset: Dataset;
  work: Extract<RunWork, { phase: 'checked' }>;
  onClose: () => void;
}

/** What would come of a file, before anything is made. */
export function Checked({ dataset, work: { number, checked, asked }, onClose }: CheckedProps) {
  const text = useText();
  const { models } = text;
  const [choices, choose] = useState<LabelChoices>({});
  const { format, images, empty, labels, unmatched, lost } = checked;
  const coming = comingOf(labels, choices);
  return (
    <div className={styles.stage} data-run="checked">
      <h3>{models.wouldCome}</h3>
      <p>
        {images === 0 ? (
          models.nothingComes
        ) : (
          <>
            <strong className="tabular">{models.comes(images, coming)}</strong>
            {empty > 0 && `; ${models.comesEmpty(empty)}`}
          </>
        )}
      </p>
      <FileOptions
        dataset={dataset.id}
        {...{ format, asked }}
        onCheck={(next) => void checkRunFile(dataset.id, number, withChoices(next, labels, choices))}
      />
      {labels.length > 0 && (
        <section className={styles.labels} aria-label={text.labelsMap}>
          <h3>{text.labelsMap}</h3>
          <p className="secondary">{models.labelsHint}</p>
          <Labels dataset={dataset} labels={labels} choices={choices} onChoose={choose} />
        </section>
      )}
      <LeftOut unmatched={unmatched} lost={lost} />
      <div className={styles.actions}>
        <Button
          look="primary"
          isDisabled={images === 0}
          onPress={() => void makeRunOfFile(dataset.id, number, withChoices(asked, labels, choices))}
        >
          {models.make}
        </Button>
        <Button onPress={onClose}>{models.otherFile}</Button>
      </div>
    </div>
  );
}

interface LabelsProps {
  dataset: Dataset;
  labels: CheckedRun['labels'];
  choices: LabelChoices;
  onChoose: (choices: LabelChoices) => void;
}

function Labels({ dataset: { tags }, labels, choices, onChoose }: LabelsProps) {
  const text = useText();
  return (
    <ul className={styles.table}>
      {labels.map((label) => (
        <li key={label.label}>
          <span className={styles.label}>{label.label}</span>
          <span className="secondary tabular">{text.models.predictions(label.predictions)}</span>
          <Select
            label={text.classOf(label.label)}
            choices={[
              ...tags.map(({ id, name }) => ({ id, label: name })),
              { id: OUT, label: text.leaveOut },
            ]}
            value={choiceOf(label, choices)}
            isMarked={choiceOf(label, choices) !== (label.tag ?? OUT)}
            onChange={(choice) => onChoose({ ...choices, [label.label]: choice })}
          />
        </li>
      ))}
    </ul>
  );
}

function LeftOut({ unmatched: { count, items }, lost }: Pick<CheckedRun, 'unmatched' | 'lost'>) {
  const text = useText();
  const { models } = text;
  const kinds = Object.entries(lost);
  return (
    <>
      {count > 0 && (
        <details className={styles.left}>
          <summary>{models.unmatched(count)}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be focusable, so that keys can scroll it */}
          <ul tabIndex={0} aria-label={models.unmatched(count)} lang="en">
            {items.map(({ path, reason }) => (
              <li key={`${path} ${reason}`}>
                <b>{path}</b> {reason}
              </li>
            ))}
            {count > items.length && <li>{models.more(count - items.length)}</li>}
          </ul>
        </details>
      )}
      {kinds.length > 0 && (
        <div className={styles.notes}>
          <p>{models.lost}</p>
          <SaidList
            sentences={kinds.map(([kind, number]) => `${text.number(number)} ${kind}`)}
            say={(_, at) => {
              const [kind, number] = kinds[at] ?? ['', 0];
              const said = models.lostName(kind);
              return said && `${text.number(number)} ${said}`;
            }}
          />
        </div>
      )}
    </>
  );
}

import { useState } from 'react';
import type { Dataset } from '../../../data/records/datasets.ts';
import { checkRunFile, makeRunOfFile, type RunWork } from '../../../data/runs/run-files.ts';
import { useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import incoming from '../../../ui/incoming/incoming.module.css';
import { LabelTable, UnreadFiles } from '../../../ui/incoming/incoming.tsx';
import { Caution } from '../../../ui/said/caution.tsx';
import { FileOptions } from './file-options.tsx';
import { choiceOf, comingOf, type LabelChoices, OUT, withChoices } from './label-choices.ts';

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
  const kinds = Object.entries(lost);
  return (
    <div className={incoming.stage} data-run="checked">
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
        <section className={incoming.labels} aria-label={text.labelsMap}>
          <h3>{text.labelsMap}</h3>
          <p className="secondary">{models.labelsHint}</p>
          <LabelTable
            rows={labels.map((label) => ({
              label: label.label,
              count: models.predictions(label.predictions),
              choices: [
                ...dataset.tags.map(({ id, name }) => ({ id, label: name })),
                { id: OUT, label: text.leaveOut },
              ],
              value: choiceOf(label, choices),
              usual: label.tag ?? OUT,
            }))}
            onChoose={(label, choice) => choose({ ...choices, [label]: choice })}
          />
        </section>
      )}
      <UnreadFiles title={models.unmatched} more={models.more} {...unmatched} />
      <Caution
        title={models.lost}
        sentences={kinds.map(([kind, number]) => `${text.number(number)} ${kind}`)}
        say={(_, at) => {
          const [kind, number] = kinds[at] ?? ['', 0];
          const said = models.lostName(kind);
          return said && `${text.number(number)} ${said}`;
        }}
      />
      <div className={incoming.actions}>
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

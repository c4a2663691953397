import { useState } from 'react';
import type { CheckedRun, RunFileOptions } from '../../../data/runs/run-files.ts';
import { useReadyVersions } from '../../../data/versions/versions.ts';
import { useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { toChoices } from '../../versions/choices.ts';
import styles from './new-model.module.css';

interface FileOptionsProps {
  dataset: string;
  /** As which the file was read; undefined if it could not be. */
  format?: CheckedRun['format'];
  asked: RunFileOptions;
  onCheck: (asked: RunFileOptions) => void;
}

/** How a file is read: its format, the version whose names it has, and the score of predictions without one. */
export function FileOptions({ dataset, format, asked, onCheck }: FileOptionsProps) {
  const text = useText();
  const { models } = text;
  const [chosen, choose] = useState(asked);
  const versions = useReadyVersions(dataset) ?? [];
  const formats = Object.keys(models.formatNames) as CheckedRun['format'][];
  const shown = chosen.format ?? format;
  return (
    <div className={styles.options}>
      <Select
        label={models.format}
        isLabelShown
        choices={[
          ...(format ? [] : [{ id: '', label: models.notKnown }]),
          ...formats.map((id) => ({ id, label: models.formatNames[id] })),
        ]}
        value={shown ?? ''}
        onChange={(id) => {
          const { format: _, ...others } = chosen;
          choose(id === '' ? others : { ...others, format: id as CheckedRun['format'] });
        }}
      />
      {shown !== 'ndjson' && (
        <>
          <Select
            label={models.namesOf}
            isLabelShown
            choices={[{ id: '', label: models.usualNames }, ...toChoices(versions, text)]}
            value={String(chosen.version ?? '')}
            onChange={(id) => {
              const { version: _, ...others } = chosen;
              choose(id === '' ? others : { ...others, version: Number(id) });
            }}
          />
          <NumberField
            label={models.score}
            value={chosen.score ?? Number.NaN}
            minValue={0}
            maxValue={1}
            onChange={(score) => {
              const { score: _, ...others } = chosen;
              choose(Number.isNaN(score) ? others : { ...others, score });
            }}
          />
        </>
      )}
      <Button onPress={() => onCheck(chosen)}>{models.checkAgain}</Button>
    </div>
  );
}

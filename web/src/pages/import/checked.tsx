import { useState } from 'react';
import { IMPORT_FORMATS, titleOf } from '../../../../packages/formats/formats.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import {
  type CheckedImport,
  checkImport,
  type ImportFormat,
  type ImportWork,
  runImport,
} from '../../data/versions/imports.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import incoming from '../../ui/incoming/incoming.module.css';
import { LabelTable, UnreadFiles } from '../../ui/incoming/incoming.tsx';
import { Caution } from '../../ui/said/caution.tsx';
import { SetBar } from '../../ui/set-bar.tsx';
import styles from './import.module.css';
import { type LabelChoices, NEW, OUT, toTagMap, usualChoice } from './label-choices.ts';

interface CheckedProps {
  dataset: Dataset;
  work: Extract<ImportWork, { phase: 'checked' }>;
  onClose: () => void;
}

/** What an import would add, before anything changes. */
export function Checked({ dataset, work: { id, checked }, onClose }: CheckedProps) {
  const text = useText();
  const { language } = useLanguage();
  const [choices, choose] = useState<LabelChoices>({});
  const { format, images, labels, unread, notes, noteCodes, understood } = checked;
  const title = understood ? text.importImages : text.importWithoutLabels;
  const tagmap = toTagMap(labels, choices);
  const run = () => void runImport(dataset.id, id, { format, ...(tagmap && { tagmap }) });
  return (
    <div className={incoming.stage} data-import="checked">
      <h3>{text.wouldCome}</h3>
      <Select
        label={text.archiveFormat}
        isLabelShown
        choices={IMPORT_FORMATS.map((each) => ({ id: each, label: titleOf(each, language) }))}
        value={format}
        onChange={(value) => void checkImport(dataset.id, id, value as ImportFormat)}
      />
      <Totals checked={checked} />
      {images > 0 && (
        <section className={incoming.labels} aria-label={text.labelsMap}>
          <h3>{text.labelsMap}</h3>
          <p className="secondary">{labels.length === 0 ? text.noLabels : text.labelsMapHint}</p>
          <LabelTable
            rows={labels.map((label) => ({
              label: label.label,
              count: text.images(label.images),
              choices: [
                ...(label.isNew ? [{ id: NEW, label: text.newClassNamed(label.name ?? label.label) }] : []),
                ...dataset.tags.map(({ id, name }) => ({ id, label: name })),
                { id: OUT, label: text.leaveOut },
              ],
              value: choices[label.label] ?? usualChoice(label),
              usual: usualChoice(label),
            }))}
            onChoose={(label, choice) => choose({ ...choices, [label]: choice })}
          />
        </section>
      )}
      <UnreadFiles title={text.notRead} more={text.notReadMore} {...unread} />
      <Caution
        title={text.importNotes}
        sentences={notes}
        say={(note, at) => text.importNote(note, noteCodes[at])}
      />
      <div className={incoming.actions}>
        <Button look="primary" isDisabled={images === 0} onPress={run}>
          {images === 0 ? text.runImport : title(text.images(images))}
        </Button>
        <Button onPress={onClose}>{text.otherArchive}</Button>
      </div>
    </div>
  );
}

const SETS = ['TRAIN', 'VALIDATION', 'TEST', 'PREDETERMINED'] as const;

function Totals({ checked: { images, unlabelled, sets } }: { checked: CheckedImport }) {
  const text = useText();
  if (images === 0) return <p>{text.nothingToImport}</p>;
  const perSet = SETS.filter((set) => sets[set] > 0).map(
    (set) => `${text[`set${set}`]} ${text.number(sets[set])}`,
  );
  return (
    <div className={styles.totals}>
      <strong className="tabular">{text.images(images)}</strong>
      <SetBar sets={sets} />
      <p className="secondary tabular">
        {[...perSet, ...(unlabelled > 0 ? [text.unlabelledImages(text.images(unlabelled))] : [])].join(' · ')}
      </p>
    </div>
  );
}

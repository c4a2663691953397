import { useState } from 'react';
import type { RunFacts } from '../../../data/runs/run-files.ts';
import { useReadyVersions } from '../../../data/versions/versions.ts';
import { useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import incoming from '../../../ui/incoming/incoming.module.css';
import { toChoices } from '../../versions/choices.ts';
import styles from './new-model.module.css';

interface FactsFormProps {
  dataset: string;
  file: File;
  onSend: (facts: RunFacts) => void;
  onClose: () => void;
}

/** What is not in the file: the name, the model, and what it was trained on. */
export function FactsForm({ dataset, file, onSend, onClose }: FactsFormProps) {
  const text = useText();
  const { models } = text;
  const [name, setName] = useState(file.name.replace(/\.[^.]*$/, ''));
  const [model, setModel] = useState('');
  const [trainedOn, setTrainedOn] = useState('');
  const versions = useReadyVersions(dataset) ?? [];
  const facts = {
    name: name.trim(),
    ...(model.trim() !== '' && { model: model.trim() }),
    ...(trainedOn !== '' && { trainedOn: Number(trainedOn) }),
  };
  return (
    <form
      className={incoming.stage}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(facts);
      }}
    >
      <p>
        <span className="secondary">{models.file}</span> <b className={incoming.label}>{file.name}</b>
      </p>
      <Field
        label={text.name}
        description={models.nameHint}
        value={name}
        onChange={setName}
        maxLength={200}
        autoFocus
      />
      <Field
        label={models.model}
        description={models.modelHint}
        value={model}
        onChange={setModel}
        maxLength={200}
      />
      <div className={styles.field}>
        <Select
          label={models.trainedOnLabel}
          isLabelShown
          choices={[{ id: '', label: models.notKnown }, ...toChoices(versions, text)]}
          value={trainedOn}
          onChange={setTrainedOn}
        />
        <p className="secondary">{models.trainedOnHint}</p>
      </div>
      <div className={incoming.actions}>
        <Button type="submit" look="primary" isDisabled={facts.name === ''}>
          {models.sendFile}
        </Button>
        <Button onPress={onClose}>{models.otherFile}</Button>
      </div>
    </form>
  );
}

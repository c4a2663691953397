import { type FormEvent, useState } from 'react';
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

/** Of most trainers' files nobody can tell which images the model was given and found nothing in. */
type Given = 'test' | 'version' | 'all' | 'listed';

/** What is not in the file: the name, the model, what it was trained on, and what it was given. */
export function FactsForm({ dataset, file, onSend, onClose }: FactsFormProps) {
  const text = useText();
  const { models } = text;
  const [name, setName] = useState(file.name.replace(/\.[^.]*$/, ''));
  const [model, setModel] = useState('');
  const [trainedOn, setTrainedOn] = useState('');
  const [chosen, choose] = useState<Given>();
  const versions = useReadyVersions(dataset) ?? [];
  const version = trainedOn === '' ? versions[0]?.number : Number(trainedOn);
  const given = chosen ?? usualOf(file, version);
  const facts = {
    name: name.trim(),
    ...(model.trim() !== '' && { model: model.trim() }),
    ...(trainedOn !== '' && { trainedOn: Number(trainedOn) }),
    covers: coversOf(given, version),
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    onSend(facts);
  };
  return (
    <form className={incoming.stage} onSubmit={send}>
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
      <GivenChoice version={version} value={given} onChange={choose} />
      <div className={incoming.actions}>
        <Button type="submit" look="primary" isDisabled={facts.name === ''}>
          {models.sendFile}
        </Button>
        <Button onPress={onClose}>{models.otherFile}</Button>
      </div>
    </form>
  );
}

/** Lines name every image that the model was given; other files cannot. */
const usualOf = ({ name }: File, version: number | undefined): Given =>
  version === undefined || /\.(ndjson|jsonl)$/i.test(name) ? 'listed' : 'test';

interface GivenChoiceProps {
  version: number | undefined;
  value: Given;
  onChange: (value: Given) => void;
}

function GivenChoice({ version, value, onChange }: GivenChoiceProps) {
  const { models } = useText();
  const ofVersion = version === undefined ? [] : (['test', 'version'] as const);
  return (
    <div className={styles.field}>
      <Select
        label={models.given}
        isLabelShown
        choices={[...ofVersion, 'all' as const, 'listed' as const].map((id) => ({
          id,
          label: models.givens[id](version ?? 0),
        }))}
        value={value}
        onChange={(chosen) => onChange(chosen as Given)}
      />
      <p className="secondary">{models.givenHint}</p>
    </div>
  );
}

function coversOf(given: Given, version: number | undefined): NonNullable<RunFacts['covers']> {
  if (given === 'all' || given === 'listed' || version === undefined)
    return given === 'all' ? 'all' : 'listed';
  return { version, ...(given === 'test' && { sets: ['TEST'] }) };
}

import { useState } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../app/addresses.ts';
import { useSubmit } from '../../app/use-submit.ts';
import { DATASET_TYPES, type DatasetType } from '../../data/datasets.ts';
import { service } from '../../data/service.ts';
import { useText } from '../../text/use-text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';

interface NewProps {
  isOpen: boolean;
  onClose: () => void;
}

export function NewDataset({ isOpen, onClose }: NewProps) {
  const text = useText();
  return (
    <Dialog title={text.newDataset} isOpen={isOpen} onClose={onClose}>
      {isOpen && <NewDatasetForm onClose={onClose} />}
    </Dialog>
  );
}

function NewDatasetForm({ onClose }: Pick<NewProps, 'onClose'>) {
  const text = useText();
  const [, go] = useLocation();
  const [name, setName] = useState('');
  const [type, setType] = useState<DatasetType>('MULTICLASS');
  const [classes, setClasses] = useState('');
  const { isBusy, submit } = useSubmit(async () => {
    const tags = namesIn(classes).map((each) => ({ name: each }));
    const id = await service().createDataset({ name: name.trim(), type, tags });
    onClose();
    go(addresses.dataset(id));
  });
  return (
    <Form
      verb={text.create}
      cancel={text.cancel}
      isBusy={isBusy}
      canSend={name.trim() !== ''}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Field label={text.name} value={name} onChange={setName} autoFocus maxLength={200} />
      <Select
        label={text.type}
        isLabelShown
        choices={DATASET_TYPES.map((id) => ({ id, label: text[`type${id}`] }))}
        value={type}
        onChange={(value) => setType(value as DatasetType)}
      />
      <TextArea label={text.classNames} description={text.onePerLine} value={classes} onChange={setClasses} />
    </Form>
  );
}

/** One name per line, without duplicates. */
const namesIn = (lines: string): string[] => [
  ...new Set(
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

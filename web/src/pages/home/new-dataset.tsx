import { useState } from 'react';
import { addresses } from '../../app/places/addresses.ts';
import { DATASET_TYPES, type DatasetType } from '../../data/records/datasets.ts';
import { service } from '../../data/service.ts';
import { useText } from '../../text/use-text.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { NewRecord } from './new-record.tsx';

export function NewDataset({ onClose }: { onClose: () => void }) {
  const text = useText();
  const [type, setType] = useState<DatasetType>('MULTICLASS');
  const [classes, setClasses] = useState('');
  const create = async (name: string) => {
    const tags = namesIn(classes).map((each) => ({ name: each }));
    return addresses.dataset(await service().createDataset({ name, type, tags }));
  };
  return (
    <NewRecord create={create} onClose={onClose}>
      <Select
        label={text.type}
        isLabelShown
        choices={DATASET_TYPES.map((id) => ({ id, label: text[`type${id}`] }))}
        value={type}
        onChange={(value) => setType(value as DatasetType)}
      />
      <TextArea label={text.classNames} description={text.onePerLine} value={classes} onChange={setClasses} />
    </NewRecord>
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

import { useState } from 'react';
import type { DatasetType } from '../../../../packages/records/src/lists.ts';
import { addresses } from '../../app/places/addresses.ts';
import { service } from '../../data/service.ts';
import { useText } from '../../text/use-text.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { NewRecord } from './new-record.tsx';
import { TypeChoice } from './type-choice.tsx';

interface NewDatasetProps {
  /** Chosen at first. */
  type: DatasetType;
  onClose: () => void;
}

export function NewDataset({ type: usual, onClose }: NewDatasetProps) {
  const text = useText();
  const [type, setType] = useState(usual);
  const [classes, setClasses] = useState('');
  const create = async (name: string) => {
    const tags = namesIn(classes).map((each) => ({ name: each }));
    return addresses.dataset(await service().createDataset({ name, type, tags }));
  };
  return (
    <NewRecord create={create} onClose={onClose}>
      <TypeChoice label={text.type} value={type} onChange={setType} />
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

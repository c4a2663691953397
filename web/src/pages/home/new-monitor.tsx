import { useState } from 'react';
import { addresses } from '../../app/places/addresses.ts';
import { useDatasets } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import { service } from '../../data/service.ts';
import { useText } from '../../text/use-text.tsx';
import { Select } from '../../ui/form/select.tsx';
import { NewRecord } from './new-record.tsx';

const NONE = 'none';

export function NewMonitor({ onClose }: { onClose: () => void }) {
  const text = useText();
  const datasets = useDatasets();
  const own = datasets.state === 'ready' ? datasets.value.filter(({ role }) => mayEdit(role)) : [];
  const [dataset, setDataset] = useState(own[0]?.id ?? NONE);
  const create = async (name: string) =>
    addresses.monitor(await service().createMonitor({ name, ...(dataset !== NONE && { dataset }) }));
  return (
    <NewRecord create={create} onClose={onClose}>
      <Select
        label={text.framesGoTo}
        isLabelShown
        choices={[
          ...own.map(({ id, name: label }) => ({ id, label })),
          { id: NONE, label: text.whereFramesSay },
        ]}
        value={dataset}
        onChange={setDataset}
      />
    </NewRecord>
  );
}

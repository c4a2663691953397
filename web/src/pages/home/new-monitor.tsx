import { useState } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../app/addresses.ts';
import { useSubmit } from '../../app/use-submit.ts';
import { type Dataset, useDatasets } from '../../data/datasets.ts';
import { mayEdit } from '../../data/role.ts';
import { service } from '../../data/service.ts';
import { useText } from '../../text/use-text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';

interface NewProps {
  isOpen: boolean;
  onClose: () => void;
}

export function NewMonitor({ isOpen, onClose }: NewProps) {
  const text = useText();
  const datasets = useDatasets();
  const own = datasets.state === 'ready' ? datasets.value.filter(({ role }) => mayEdit(role)) : [];
  return (
    <Dialog title={text.newMonitor} isOpen={isOpen} onClose={onClose}>
      {isOpen && <NewMonitorForm datasets={own} onClose={onClose} />}
    </Dialog>
  );
}

const NONE = 'none';

function NewMonitorForm({ datasets, onClose }: { datasets: readonly Dataset[]; onClose: () => void }) {
  const text = useText();
  const [, go] = useLocation();
  const [name, setName] = useState('');
  const [dataset, setDataset] = useState(datasets[0]?.id ?? NONE);
  const { isBusy, submit } = useSubmit(async () => {
    const into = dataset === NONE ? {} : { dataset };
    const id = await service().createMonitor({ name: name.trim(), ...into });
    onClose();
    go(addresses.monitor(id));
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
        label={text.framesGoTo}
        isLabelShown
        choices={[
          ...datasets.map(({ id, name: label }) => ({ id, label })),
          { id: NONE, label: text.whereFramesSay },
        ]}
        value={dataset}
        onChange={setDataset}
      />
    </Form>
  );
}

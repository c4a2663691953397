import { useState } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../app/places/addresses.ts';
import { useSubmit } from '../../app/state/use-submit.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { beginDetecting } from '../../data/runs/detect.ts';
import { useText } from '../../text/use-text.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';

/** Begins a run of the detector, and opens its page. */
export function DetectForm({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const text = useText();
  const { models } = text;
  const [, go] = useLocation();
  const [name, setName] = useState(models.detectorName(dataset.detector));
  const { isBusy, submit } = useSubmit(async () =>
    go(addresses.model(dataset.id, await beginDetecting(dataset.id, name.trim()))),
  );
  return (
    <Form
      verb={models.detectBegin}
      isBusy={isBusy}
      canSend={name.trim() !== ''}
      onSubmit={submit}
      onCancel={onClose}
    >
      <p>{models.detectHint(dataset.imageCounter, dataset.detector)}</p>
      <Field label={text.name} value={name} onChange={setName} maxLength={200} autoFocus />
    </Form>
  );
}

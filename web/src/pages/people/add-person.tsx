import { useState } from 'react';
import type { ListedPeople } from '../../../../client/src/curate/records.ts';
import { useSubmit } from '../../app/state/use-submit.ts';
import type { Place, SharedRecord } from '../../data/records/people.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { addressFault, cleanAddress } from './address.ts';
import { OtherRecords } from './other-records.tsx';
import { type GivenRole, RoleChoice } from './role-choice.tsx';
import { useRoleChanges } from './use-role-changes.ts';

interface AddPersonProps {
  record: SharedRecord;
  /** Undefined until they have been read. */
  known: ListedPeople | undefined;
}

/** Adds a person by e-mail address. Somebody without an account is invited. */
export function AddPerson({ record, known }: AddPersonProps) {
  const text = useText();
  const [isOpen, open] = useState(false);
  const close = () => open(false);
  return (
    <>
      <Button look="primary" isDisabled={!known} onPress={() => open(true)}>
        <PlusIcon />
        {text.addPerson}
      </Button>
      <Dialog title={text.addPerson} isOpen={isOpen} onClose={close}>
        {isOpen && known && <AddForm record={record} known={known} onClose={close} />}
      </Dialog>
    </>
  );
}

interface AddFormProps {
  record: SharedRecord;
  known: ListedPeople;
  onClose: () => void;
}

function AddForm({ record, known, onClose }: AddFormProps) {
  const text = useText();
  const { add } = useRoleChanges(record);
  const [address, setAddress] = useState('');
  const [role, setRole] = useState<GivenRole>('viewer');
  const [others, choose] = useState<readonly Place[]>([]);
  const [isChecked, check] = useState(false);
  const fault = addressFault(address, known);
  // While somebody types, every address is malformed.
  const isShown = isChecked || fault !== 'malformed';
  const { isBusy, submit } = useSubmit(async () => {
    check(true);
    if (fault) return;
    const who = cleanAddress(address);
    await add({ who, name: who, role }, others);
    onClose();
  });
  return (
    <Form
      verb={text.add}
      isBusy={isBusy}
      canSend={address.trim() !== ''}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Field
        label={text.email}
        type="email"
        autoComplete="off"
        description={text.addPersonHint}
        value={address}
        onChange={setAddress}
        error={fault && isShown ? text[`address_${fault}`] : null}
        autoFocus
      />
      <RoleChoice label={text.role} isLabelShown role={role} onChange={setRole} />
      <OtherRecords record={record} chosen={others} onChange={choose} />
    </Form>
  );
}

import { useState } from 'react';
import { CouldNotLoad } from '../../app/could-not-load.tsx';
import { useSubmit } from '../../app/state/use-submit.ts';
import { datasetCommand } from '../../data/images/image-command.ts';
import { useKeysOfDataset } from '../../data/records/use-keys.ts';
import { exactTime } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { Part } from '../../ui/frame/page.tsx';
import { ApiIcon, PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { Line, Lines } from '../../ui/lines/lines.tsx';
import { RevokeKey, ShownKey } from '../monitor/key-dialogs.tsx';
import styles from './people.module.css';
import { type GivenRole, RoleChoice } from './role-choice.tsx';

/** The keys with which programs call for the dataset (Contract 17). A new key is shown only once. */
export function Programs({ dataset }: { dataset: string }) {
  const text = useText();
  const { language } = useLanguage();
  const { keys, error, isLoading, create, revoke } = useKeysOfDataset(dataset);
  const [isAsking, ask] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<string | null>(null);
  return (
    <Part
      title={text.programs}
      hint={text.programsHint}
      action={
        <Button isDisabled={isLoading} onPress={() => ask(true)}>
          <PlusIcon />
          {text.newKey}
        </Button>
      }
    >
      {error && <CouldNotLoad error={error} />}
      <Lines isLoading={isLoading} none={!error && text.noPrograms}>
        {keys.map(({ hash, name, role, made: at, lastUsed }) => (
          <Line
            key={hash}
            mark={<ApiIcon />}
            name={name}
            details={`${hash} · ${text.keyFacts(exactTime(language, at), lastUsed ?? text.never)}`}
          >
            <span className={styles.role}>{text[`role_${role}`]}</span>
            <IconButton label={text.revokeKey(name)} icon={<TrashIcon />} onPress={() => setRevoked(hash)} />
          </Line>
        ))}
      </Lines>
      <Dialog title={text.newKey} isOpen={isAsking} onClose={() => ask(false)}>
        {isAsking && (
          <KeyForm
            onMake={async (rights) => {
              const key = await create(rights);
              ask(false);
              setMade(key);
            }}
            onClose={() => ask(false)}
          />
        )}
      </Dialog>
      <ShownKey
        value={made}
        line={(key) => datasetCommand(dataset, key)}
        does={text.firstCall}
        onClose={() => setMade(null)}
      />
      <RevokeKey hash={revoked} hint={text.revokeJobHint} revoke={revoke} onClose={() => setRevoked(null)} />
    </Part>
  );
}

interface KeyFormProps {
  onMake: (rights: { name: string; role: GivenRole }) => Promise<void>;
  onClose: () => void;
}

function KeyForm({ onMake, onClose }: KeyFormProps) {
  const text = useText();
  const [name, setName] = useState('');
  const [role, setRole] = useState<GivenRole>('viewer');
  const { isBusy, submit } = useSubmit(() => onMake({ name: name.trim(), role }));
  return (
    <Form
      verb={text.create}
      isBusy={isBusy}
      canSend={name.trim() !== ''}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Field
        label={text.keyFor}
        description={text.keyForHint}
        autoComplete="off"
        value={name}
        onChange={setName}
        autoFocus
      />
      <RoleChoice label={text.role} isLabelShown role={role} onChange={setRole} />
    </Form>
  );
}

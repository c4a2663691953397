import { type ReactNode, useState } from 'react';
import { attempt } from '../../app/state/undo-history.ts';
import { type Held, readHeldBy } from '../../data/records/cameras.ts';
import { nameOf, type SharedRecord } from '../../data/records/people.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogActions } from '../../ui/frame/dialog.tsx';
import styles from './people.module.css';

type Person = Parameters<typeof nameOf>[0] & { role: string };
interface Asked {
  person: Person;
  held: readonly Held[];
  go: () => Promise<void>;
}

/**
 * Shows what ends with the role of an editor before it is taken: cameras of a dataset, keys of a monitor.
 * @returns `guard`, which takes the role at once if nothing ends, and the dialog that asks otherwise
 */
export function useEnding(record: SharedRecord): {
  guard: (person: Person, go: () => Promise<void>) => Promise<void>;
  dialog: ReactNode;
} {
  const text = useText();
  const [asked, ask] = useState<Asked | null>(null);
  const close = () => ask(null);
  const name = asked ? nameOf(asked.person) : '';
  return {
    guard: async (person, go) => {
      // Without an answer nothing is kept from happening: the service ends what has to end.
      const held = person.role === 'editor' ? await readHeldBy(person.uid, record).catch(() => []) : [];
      if (held.length === 0) return go();
      ask({ person, held, go });
    },
    dialog: (
      <Dialog title={text.endsWithRole(name)} isOpen={asked !== null} onClose={close}>
        {asked && <Ending record={record} {...asked} onClose={close} />}
      </Dialog>
    ),
  };
}

function Ending({ record, held, go, onClose }: Asked & { record: SharedRecord; onClose: () => void }) {
  const text = useText();
  const finish = async () => {
    onClose();
    await go();
  };
  const [isBusy, setBusy] = useState(false);
  const takeAll = async () => {
    setBusy(true);
    const isTaken = await attempt(async () => {
      for (const each of held) await each.take();
    }, text);
    if (isTaken) await finish();
    setBusy(false);
  };
  return (
    <>
      <p>{record.kind === 'dataset' ? text.endingCameras : text.endingKeys}</p>
      <ul className={styles.ending}>
        {held.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <DialogActions>
        <Button onPress={onClose}>{text.cancel}</Button>
        <Button look="danger" isDisabled={isBusy} onPress={() => void finish()}>
          {text.letThemEnd}
        </Button>
        <Button look="primary" isPending={isBusy} onPress={() => void takeAll()}>
          {text.takeThemOver}
        </Button>
      </DialogActions>
    </>
  );
}

import { useStore } from '../data/live/store.ts';
import { useText } from '../text/use-text.tsx';
import { Dialog } from '../ui/frame/dialog.tsx';
import { keyLabel } from '../ui/key-label.ts';
import { areKeysShown } from './commands.ts';
import { type KeyGroup, listKeys, useKeyGroups } from './keys.ts';
import styles from './keys-dialog.module.css';

/** The list of keyboard shortcuts that `?` opens. */
export function KeysDialog() {
  const text = useText();
  const isOpen = useStore(areKeysShown);
  const groups = listKeys(useKeyGroups());
  return (
    <Dialog
      size="wide"
      title={text.keyboardShortcuts}
      isOpen={isOpen}
      onClose={() => areKeysShown.set(false)}
    >
      {isOpen && (
        <div className={styles.groups}>
          {groups.map((group) => (
            <Group key={group.title} group={group} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

function Group({ group: { title, commands } }: { group: KeyGroup }) {
  const text = useText();
  return (
    <section className={styles.whole}>
      <h3>{title}</h3>
      <dl className={styles.group}>
        {commands.map(({ label, keys }) => (
          <div key={`${label} ${keys.join(' ')}`} className={styles.row}>
            <dt>{label}</dt>
            <dd className={styles.keys}>
              {keys.map((key) => (
                <kbd key={key}>{keyLabel(key, text)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import { Store, useStore } from '../data/live/store.ts';
import { useText } from '../text/use-text.tsx';
import { Dialog } from '../ui/frame/dialog.tsx';
import { keyLabel } from '../ui/key-label.ts';
import { type KeyCommand, type KeyGroup, useKeyGroups } from './keys.ts';
import styles from './keys-dialog.module.css';

const open = new Store(false);

export const showKeys = (): void => open.set(true);

/** The list of keyboard shortcuts that `?` opens. */
export function KeysDialog() {
  const text = useText();
  const isOpen = useStore(open);
  const groups = mergeByTitle(useKeyGroups().toReversed());
  return (
    <Dialog title={text.keyboardShortcuts} isOpen={isOpen} onClose={() => open.set(false)}>
      {isOpen && groups.map((group) => <Group key={group.title} group={group} />)}
    </Dialog>
  );
}

function mergeByTitle(groups: readonly KeyGroup[]): KeyGroup[] {
  const merged = new Map<string, KeyCommand[]>();
  for (const { title, commands } of groups)
    if (commands.length > 0) merged.set(title, [...(merged.get(title) ?? []), ...commands]);
  return [...merged].map(([title, commands]) => ({ title, commands }));
}

function Group({ group: { title, commands } }: { group: KeyGroup }) {
  const text = useText();
  return (
    <section className={styles.group}>
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

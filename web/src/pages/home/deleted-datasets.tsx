import { attempt } from '../../app/state/undo-history.ts';
import { useNow } from '../../data/live/now.ts';
import { useDeletedDatasets } from '../../data/records/deleted-datasets.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { daysLeft } from '../trash/days-left.ts';
import styles from './home.module.css';

/** Deleted datasets that can be restored, and for how long. @param activeIds ids of the others */
export function DeletedDatasets({ activeIds }: { activeIds: readonly string[] }) {
  const text = useText();
  const now = useNow();
  const { deleted, restore } = useDeletedDatasets(activeIds);
  if (deleted.length === 0) return null;
  return (
    <section>
      <header className={styles.head}>
        <h2>{text.deletedDatasets}</h2>
      </header>
      <ul className={styles.lines}>
        {deleted.map(({ id, name, imageCounter, until }) => (
          <li key={id}>
            <span className={styles.words}>
              <span>{name}</span>
              <span className="secondary">
                {text.images(imageCounter)} · {text.daysLeft(daysLeft(until, now))}
              </span>
            </span>
            <Button onPress={() => void attempt(() => restore(id), text)}>{text.restore}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { Link } from 'react-aria-components';
import { outbox } from '../../data/outbox/current.ts';
import { type Entry, imagesOf } from '../../data/outbox/entry.ts';
import { useEntries } from '../../data/outbox/use-entries.ts';
import { exactTime } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { addresses } from '../places/addresses.ts';
import styles from './offline-banner.module.css';

/** Changes of an earlier visit that the service has refused, by reason. They stay until somebody has read that. */
export function RefusedChanges() {
  const refused = useEntries().filter(({ refusal }) => refusal);
  const groups = new Map<string, Entry[]>();
  for (const entry of refused) {
    const key = `${entry.dataset} ${entry.refusal?.message}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups].map(([key, entries]) => <Refused key={key} entries={entries} />);
}

function Refused({ entries }: { entries: readonly Entry[] }) {
  const text = useText();
  const { language } = useLanguage();
  const [{ at, dataset, call, refusal }] = entries as [Entry, ...Entry[]];
  const images = new Set(entries.flatMap((each) => imagesOf(each.call)));
  const image = imagesOf(call)[0];
  return (
    <div className={styles.banner} role="alert">
      <p>
        <strong>{text.changesRefused(entries.length, exactTime(language, at))}</strong>{' '}
        {refusal?.message
          ? text.refusal(refusal.status, refusal.message)
          : text.wereStale(text.images(images.size))}
      </p>
      {image !== undefined && <Link href={addresses.image(dataset, image)}>{text.openImage}</Link>}
      <Button look="quiet" onPress={() => void outbox().dismiss(entries)}>
        {text.dismiss}
      </Button>
    </div>
  );
}

import { Link } from 'react-aria-components';
import { CouldNotLoad } from '../../app/could-not-load.tsx';
import { addresses } from '../../app/places/addresses.ts';
import { useDatasets } from '../../data/records/datasets.ts';
import type { Monitor } from '../../data/records/monitors.ts';
import { type SessionShare, useSessionClasses } from '../../data/records/session-classes.ts';
import type { Session } from '../../data/records/sessions.ts';
import { useText } from '../../text/use-text.tsx';
import { ShareBar } from '../../ui/share-bar.tsx';
import styles from './sessions.module.css';

interface SessionClassesProps {
  monitor: Monitor;
  session: Session;
}

/** The datasets that the frames of a session went to, and their classes. */
export function SessionClasses({ monitor, session }: SessionClassesProps) {
  const text = useText();
  const live = useDatasets();
  const datasets = live.state === 'ready' ? live.value : [];
  const likeliest = datasets.toSorted(
    (a, b) => Number(b.id === monitor.dataset) - Number(a.id === monitor.dataset),
  );
  const { data, error, isPending } = useSessionClasses(session.id, session.frames, likeliest);
  if (error) return <CouldNotLoad error={error} />;
  if (isPending || live.state !== 'ready') return <p className={styles.none}>{text.loading}</p>;
  if (data.length === 0)
    return <p className={styles.none}>{session.frames === 0 ? text.noFrames : text.elsewhere}</p>;
  return data.map((share) => <Share key={share.dataset.id} share={share} session={session.id} />);
}

function Share({ share, session }: { share: SessionShare; session: string }) {
  const text = useText();
  const { dataset, images, classes, unlabelled } = share;
  const parts = [
    ...classes.map(({ id, name, color, images: count }) => ({ id, name, color, count })),
    ...(unlabelled > 0 ? [{ id: '', name: text.unlabelled, color: 'var(--n8)', count: unlabelled }] : []),
  ];
  return (
    <div className={styles.share}>
      <Link href={`${addresses.dataset(dataset.id)}?session=${encodeURIComponent(session)}`}>
        {text.imagesIn(text.images(images), dataset.name)}
      </Link>
      <ShareBar parts={parts} />
      <ul className={styles.legend}>
        {parts.map(({ id, name, color, count }) => (
          <li key={id}>
            <span className={styles.dot} style={{ background: color }} />
            {name} <span className={styles.count}>{text.number(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { useMonitors } from '../../data/records/monitors.ts';
import { useText } from '../../text/use-text.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import styles from './picture.module.css';

/** What is known of an image, beside its picture: its name, its set, which camera sent it, and when. */
export function Facts({ image: { name, width, height, date, set, monitor } }: { image: ListedImage }) {
  const text = useText();
  const monitors = useMonitors();
  const camera = monitors.state === 'ready' && monitors.value.find(({ id }) => id === monitor);
  return (
    <div className={styles.facts}>
      <p className={styles.name} title={name}>
        {name}
      </p>
      <p className="secondary tabular">
        {width > 0 && `${width} × ${height} · `}
        {text[`set${set}`]} · <TimeText at={date} />
      </p>
      {camera && <p className={`secondary ${styles.camera}`}>{camera.name}</p>}
    </div>
  );
}

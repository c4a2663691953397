import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { useText } from '../../text/use-text.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import styles from './picture.module.css';

/** What is known of an image, beside its picture. */
export function Facts({ image: { name, width, height, date, set } }: { image: ListedImage }) {
  const text = useText();
  return (
    <div className={styles.facts}>
      <p className={styles.name} title={name}>
        {name}
      </p>
      <p className="secondary tabular">
        {width > 0 && `${width} × ${height} · `}
        {text[`set${set}`]} · <TimeText at={date} />
      </p>
    </div>
  );
}

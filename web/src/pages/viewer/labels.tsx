import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { hasMarks } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useText } from '../../text/use-text.tsx';
import { countLabels } from './count-labels.ts';
import styles from './picture.module.css';

interface LabelsProps {
  dataset: Dataset;
  image: ListedImage;
}

/** What the image has been labelled as: its class, or the classes of its boxes and masks, each with their number. */
export function Labels({ dataset: { tags, type }, image }: LabelsProps) {
  const text = useText();
  const labels = countLabels(image, tags);
  const isEmpty = hasMarks(type) && image.checked;
  return (
    <ul className={styles.labels} aria-label={text.setClass}>
      {labels.map(({ id, name, color, count }) => (
        <li key={id} title={name}>
          <span className={styles.dot} style={{ background: color }} />
          <strong>{name}</strong>
          {hasMarks(type) && <span className="secondary tabular">{text.number(count)}</span>}
        </li>
      ))}
      {labels.length === 0 && <li className="secondary">{isEmpty ? text.lookedAtEmpty : text.unlabelled}</li>}
    </ul>
  );
}

import type { Dataset } from '../../data/records/datasets.ts';
import { useText } from '../../text/use-text.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { PlainField } from '../../ui/form/plain-field.tsx';
import { type ClassLabels, labelOf } from './class-labels.ts';
import styles from './versions.module.css';

interface ClassLabelsProps {
  dataset: Dataset;
  labels: ClassLabels;
  onChange: (labels: ClassLabels) => void;
}

/** Chooses the classes of the version, and their labels. */
export function ClassLabelsTable({ dataset: { tags }, labels, onChange }: ClassLabelsProps) {
  const text = useText();
  if (tags.length === 0) return <p className="secondary">{text.noClasses}</p>;
  return (
    <ul className={styles.labels}>
      {tags.map((tag) => {
        const now = labelOf(labels, tag);
        const change = (some: Partial<typeof now>) => onChange({ ...labels, [tag.id]: { ...now, ...some } });
        return (
          <li key={tag.id}>
            <Checkbox
              isSelected={now.isIncluded}
              onChange={(isIncluded) => change({ isIncluded })}
              aria-label={text.include(tag.name)}
            />
            <span className={styles.dot} style={{ background: tag.color }} />
            <span className={styles.tagName}>{tag.name}</span>
            <PlainField
              label={text.labelOf(tag.name)}
              value={now.label}
              onChange={(label) => change({ label })}
              isDisabled={!now.isIncluded}
              maxLength={200}
            />
          </li>
        );
      })}
    </ul>
  );
}

import { useDatasets } from '../../data/records/datasets.ts';
import { useMonitors } from '../../data/records/monitors.ts';
import type { Place, SharedRecord } from '../../data/records/people.ts';
import { useText } from '../../text/use-text.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import styles from './people.module.css';

interface OtherRecordsProps {
  /** The one to which a person is added in any case. */
  record: SharedRecord;
  chosen: readonly Place[];
  onChange: (chosen: readonly Place[]) => void;
}

/** The other datasets and monitors of this owner, to which somebody is added at once. */
export function OtherRecords({ record, chosen, onChange }: OtherRecordsProps) {
  const text = useText();
  const [datasets, monitors] = [useDatasets(), useMonitors()];
  const owned = [
    ...(datasets.state === 'ready' ? datasets.value : []).map((each) => ({
      ...each,
      kind: 'dataset' as const,
    })),
    ...(monitors.state === 'ready' ? monitors.value : []).map((each) => ({
      ...each,
      kind: 'monitor' as const,
    })),
  ].filter(({ kind, id, role }) => role === 'owner' && !(kind === record.kind && id === record.id));
  if (owned.length === 0) return null;
  const isOf = (place: Place) => (other: Place) => place.kind === other.kind && place.id === other.id;
  return (
    <details>
      <summary>{text.alsoIn(chosen.length)}</summary>
      <ul className={styles.others}>
        {owned.map((each) => (
          <li key={`${each.kind} ${each.id}`}>
            <Checkbox
              isSelected={chosen.some(isOf(each))}
              onChange={(isChosen) =>
                onChange(isChosen ? [...chosen, each] : chosen.filter((other) => !isOf(each)(other)))
              }
            >
              {each.name}
              <span className="secondary">{text[`kind_${each.kind}`]}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </details>
  );
}

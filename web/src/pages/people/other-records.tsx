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
  const lists = { dataset: useDatasets(), monitor: useMonitors() };
  const owned = (['dataset', 'monitor'] as const).flatMap((kind): Place[] => {
    const list = lists[kind];
    const mine = list.state === 'ready' ? list.value.filter(({ role }) => role === 'owner') : [];
    const others = mine.filter(({ id }) => kind !== record.kind || id !== record.id);
    return others.map(({ id, name }) => ({ kind, id, name }));
  });
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

import { Link } from 'react-aria-components';
import { addresses } from '../../app/places/addresses.ts';
import { byLine } from '../../app/places/by-line.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useNames } from '../../data/records/people.ts';
import type { ImportRecord } from '../../data/versions/imports.ts';
import { bytes } from '../../text/bytes.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { Part } from '../../ui/frame/page.tsx';
import { type State, StateLabel } from '../../ui/state-label.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import styles from './import.module.css';

const LOOKS: Readonly<Record<ImportRecord['state'], State>> = {
  waiting: 'plain',
  running: 'stale',
  done: 'running',
  failed: 'failed',
};

interface ImportListProps {
  dataset: Dataset;
  records: readonly ImportRecord[];
  /** Id of the import that the page shows. */
  shown: string | undefined;
}

/** The imports of this dataset: who started each, and how far it has got. */
export function ImportList({ dataset, records, shown }: ImportListProps) {
  const text = useText();
  const { language } = useLanguage();
  const nameOf = useNames({ kind: 'dataset', ...dataset });
  return (
    <Part title={text.earlierImports}>
      <ol className={styles.lines}>
        {records.map(({ id, name, size, by, createdAt, state, progress }) => (
          <li key={id} data-state={state}>
            <Link
              href={`${addresses.import(dataset.id)}?import=${encodeURIComponent(id)}`}
              className={styles.name ?? ''}
              {...(id === shown && { 'aria-current': 'true' })}
            >
              {name}
            </Link>
            <span className="secondary tabular">
              {bytes(language, size)}
              {progress.total > 0 &&
                ` · ${text.imported(text.number(progress.done), text.number(progress.total))}`}
            </span>
            <span className="secondary">
              <TimeText at={createdAt} /> {byLine(by, nameOf, text)}
            </span>
            <StateLabel state={LOOKS[state]}>{text[`importState_${state}`]}</StateLabel>
          </li>
        ))}
      </ol>
    </Part>
  );
}

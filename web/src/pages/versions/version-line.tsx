import { Link } from 'react-aria-components';
import { addresses } from '../../app/places/addresses.ts';
import { byLine } from '../../app/places/by-line.ts';
import type { NameOf } from '../../data/records/people.ts';
import type { Version } from '../../data/versions/versions.ts';
import { useText } from '../../text/use-text.tsx';
import { SetBar } from '../../ui/set-bar.tsx';
import { type State, StateLabel } from '../../ui/state-label.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { SETS } from './counts-table.tsx';
import styles from './versions.module.css';

const LOOKS: Readonly<Record<Version['state'], State>> = {
  building: 'stale',
  ready: 'running',
  failed: 'failed',
};

export function VersionState({ state }: Pick<Version, 'state'>) {
  const text = useText();
  return <StateLabel state={LOOKS[state]}>{text[`versionState_${state}`]}</StateLabel>;
}

interface WhoProps {
  version: Version;
  nameOf: NameOf;
}

/** Who created the version, and when. */
export function MadeBy({ version: { by, createdAt }, nameOf }: WhoProps) {
  const text = useText();
  return (
    <span className={styles.made}>
      {createdAt > 0 && <TimeText at={createdAt} />} {byLine(by, nameOf, text)}
    </span>
  );
}

interface VersionLineProps extends WhoProps {
  dataset: string;
  /** The last ready version before this one. */
  before: number | null;
}

/** A version in the list. */
export function VersionLine({ dataset, version, before, nameOf }: VersionLineProps) {
  const text = useText();
  const { number, name, note, state, counts, reason } = version;
  return (
    <li className={styles.line} data-version={number} data-state={state}>
      <Link href={addresses.version(dataset, number)} className={styles.number ?? ''}>
        <span className={styles.words}>
          <strong>{text.version(number)}</strong>
          {name !== '' && <span className={styles.name}>{name}</span>}
        </span>
        <MadeBy version={version} nameOf={nameOf} />
      </Link>
      <div className={styles.facts}>
        {note !== '' && <p className={styles.note}>{note}</p>}
        {counts && (
          <>
            <SetBar sets={counts.sets} />
            <p className="secondary tabular">
              {text.images(counts.images)}:{' '}
              {SETS.map((set) => `${text[`set${set}`]} ${text.number(counts.sets[set])}`).join(' · ')}
            </p>
          </>
        )}
        {state === 'failed' && <p className="secondary">{text.versionReasons[reason] ?? reason}</p>}
      </div>
      <div className={styles.end}>
        <VersionState state={state} />
        {state === 'ready' && before !== null && (
          <Link
            href={addresses.versionDiff(dataset, before, number)}
            aria-label={text.differences(before, number)}
          >
            {text.compare}
          </Link>
        )}
      </div>
    </li>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-aria-components';
import { addresses } from '../../app/places/addresses.ts';
import type { NameOf } from '../../data/records/people.ts';
import type { RunReport } from '../../data/runs/reports.ts';
import type { Run } from '../../data/runs/runs.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { exactPercent } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { Bone } from '../../ui/bone.tsx';
import { useSeen } from '../../ui/frame/use-seen.ts';
import { mainFigure } from './figures.ts';
import styles from './models.module.css';
import { RunCounted, RunMade, RunState } from './run-facts.tsx';

interface RunLineProps {
  dataset: string;
  run: Run;
  /** Of the address that its page opens with. */
  query: string;
  /** Null if there is nothing to compare it with. */
  report: Pick<UseQueryResult<RunReport>, 'data' | 'error'> | null;
  nameOf: NameOf;
  onSeen: () => void;
}

/** A run in the list, with its one figure. */
export function RunLine({ dataset, run, query, report, nameOf, onSeen }: RunLineProps) {
  const place = useSeen<HTMLLIElement>(onSeen);
  return (
    <li ref={place} className={styles.line} data-run={run.number} data-state={run.state}>
      <span className={styles.words}>
        <Link href={`${addresses.model(dataset, run.number)}${query}`} className={styles.name ?? ''}>
          {run.name}
        </Link>
        <RunMade run={run} nameOf={nameOf} />
      </span>
      <RunCounted run={run} />
      <span className={styles.figure}>{run.state === 'ready' && report && <Figure {...report} />}</span>
      <RunState run={run} />
    </li>
  );
}

function Figure({ data, error }: Pick<UseQueryResult<RunReport>, 'data' | 'error'>) {
  const text = useText();
  const { language } = useLanguage();
  const { models } = text;
  if (error)
    return <span className="secondary" role="alert">{`${text.couldNotLoad}: ${reasonOf(error, text)}`}</span>;
  if (!data) return <Bone width={64} />;
  const { figure, value } = mainFigure(data);
  if (value === null)
    return <span className="secondary">{data.images === 0 ? models.noImages : models.noFigure}</span>;
  return (
    <>
      <strong className="tabular">{exactPercent(language, value)}</strong>
      <span className="secondary">{`${models[figure]} ${models.ofImages(data.images)}`}</span>
    </>
  );
}

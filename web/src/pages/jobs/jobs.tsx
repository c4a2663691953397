import { isOver } from '../../../../packages/records/src/job.ts';
import { Unavailable } from '../../app/could-not-load.tsx';
import { nameOfJob, pageOfJob } from '../../app/jobs/job-words.ts';
import { Outline } from '../../app/outline.tsx';
import { byLine } from '../../app/places/by-line.ts';
import { DatasetPage } from '../../app/places/dataset-page.tsx';
import { attempt } from '../../app/state/undo-history.ts';
import { usePerson } from '../../data/account.ts';
import { cancelJob, type Job, useJobs } from '../../data/jobs.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { type NameOf, useNames } from '../../data/records/people.ts';
import { useText } from '../../text/use-text.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { Page, Part } from '../../ui/frame/page.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { VersionsIcon } from '../../ui/icons.tsx';
import { type State, StateLabel } from '../../ui/state-label.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import styles from './jobs.module.css';

export const Jobs = ({ id }: { id: string }) => (
  <DatasetPage id={id} page="jobs">
    {(dataset) => <List dataset={dataset} />}
  </DatasetPage>
);

function List({ dataset }: { dataset: Dataset }) {
  const text = useText();
  const live = useJobs(dataset.id);
  const nameOf = useNames({ kind: 'dataset', ...dataset });
  if (live.state === 'waiting') return <Outline />;
  if (live.state === 'failed') return <Unavailable error={live.error} />;
  if (live.value.length === 0)
    return <Placeholder icon={<VersionsIcon size={40} />} title={text.jobs.none} hint={text.jobs.noneHint} />;
  // What runs comes first, then what has ended last.
  const listed = live.value.toSorted((one, other) => Number(isOver(one)) - Number(isOver(other)));
  return (
    <Page isWide>
      <Part title={text.jobs.title} hint={text.jobs.hint}>
        <ol className={styles.lines}>
          {listed.map((job) => (
            <JobLine key={job.number} dataset={dataset} job={job} nameOf={nameOf} />
          ))}
        </ol>
      </Part>
    </Page>
  );
}

const LOOKS: Readonly<Record<Job['state'], State>> = {
  queued: 'plain',
  running: 'stale',
  done: 'running',
  failed: 'failed',
  cancelled: 'plain',
};

interface JobLineProps {
  dataset: Dataset;
  job: Job;
  nameOf: NameOf;
}

function JobLine({ dataset, job, nameOf }: JobLineProps) {
  const text = useText();
  const { number, state, by, createdAt, endedAt, reason } = job;
  const name = nameOfJob(job, text);
  return (
    <li className={styles.line} data-job={number} data-state={state}>
      <span className={styles.words}>
        <strong>{name}</strong>
        <span className="secondary">
          <TimeText at={endedAt ?? createdAt} /> {byLine(by, nameOf, text)}
        </span>
        {state === 'failed' && <span>{text.versionReasons[reason] ?? reason}</span>}
        <Amount job={job} name={name} />
      </span>
      <StateLabel state={LOOKS[state]}>{text.jobs.states[state]}</StateLabel>
      <End dataset={dataset} job={job} name={name} />
    </li>
  );
}

function Amount({ job: { state, done, total }, name }: { job: Job; name: string }) {
  const text = useText();
  if (state !== 'running' || total === null || total === 0) return null;
  const words = text.jobs.of(text.number(done), text.number(total));
  return (
    <span className={styles.amount}>
      <progress aria-label={name} value={done} max={total} />
      <span className="secondary tabular">{words}</span>
    </span>
  );
}

function End({ dataset: { id, role }, job, name }: Omit<JobLineProps, 'nameOf'> & { name: string }) {
  const text = useText();
  const person = usePerson();
  if (isOver(job))
    return (
      <ButtonLink href={pageOfJob(id, job)} aria-label={`${text.jobs.goTo}: ${name}`}>
        {text.jobs.goTo}
      </ButtonLink>
    );
  if (job.by !== person?.uid && role !== 'owner' && !person?.admin) return null;
  const cancel = () => void attempt(async () => void (await cancelJob(id, job)), text);
  return (
    <Button onPress={cancel} aria-label={`${text.jobs.cancel}: ${name}`}>
      {text.jobs.cancel}
    </Button>
  );
}

import type { ReactNode } from 'react';
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import { addresses } from '../../app/places/addresses.ts';
import { useNow } from '../../data/live/now.ts';
import {
  checkImport,
  type ImportProgress,
  type ImportRecord,
  type ImportWork,
  runImport,
} from '../../data/versions/imports.ts';
import { bytes } from '../../text/bytes.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import incoming from '../../ui/incoming/incoming.module.css';
import { UnreadFiles } from '../../ui/incoming/incoming.tsx';
import { Progress } from '../../ui/progress/progress.tsx';

type WorkIn<Phase extends ImportWork['phase']> = Extract<ImportWork, { phase: Phase }>;

/** The archive is being uploaded or checked. */
export function Uploading({ work, onStop }: { work: WorkIn<'uploading' | 'checking'>; onStop: () => void }) {
  const text = useText();
  const { language } = useLanguage();
  const isSent = work.phase === 'checking';
  const label = isSent ? text.checkingArchive : text.uploadingArchive(work.name);
  const progress = isSent ? '' : text.bytesOf(bytes(language, work.sent), bytes(language, work.size));
  return (
    <Progress
      label={label}
      done={isSent ? 0 : work.sent}
      all={isSent ? 0 : work.size}
      waits={work.waits}
      stop={{ label: text.stopUpload, run: onStop }}
    >
      <p className="secondary tabular">{progress}</p>
    </Progress>
  );
}

/** Images are being added. Shows the record, which is updated every few seconds, or the last answer if that is further. */
export function Running({ work, record }: { work: WorkIn<'running'>; record: ImportRecord | undefined }) {
  const text = useText();
  const nothing = { total: 0, done: 0, added: 0, known: 0, failed: 0 };
  const recorded = record?.state === 'running' ? record.progress : nothing;
  const answered = work.progress ?? nothing;
  const progress = recorded.done > answered.done ? recorded : answered;
  return (
    <Progress label={text.importing} done={progress.done} all={progress.total}>
      <Counts progress={progress} />
      <p className="secondary">{text.importRuns}</p>
    </Progress>
  );
}

function Counts({ progress: { total, done, added, known, failed } }: { progress: ImportProgress }) {
  const text = useText();
  if (total === 0) return null;
  const parts = [
    text.imported(text.number(done), text.number(total)),
    text.importAdded(added),
    ...(known > 0 ? [text.importKnown(known)] : []),
    ...(failed > 0 ? [text.importFailed(failed)] : []),
  ];
  return <p className="tabular">{parts.join(' · ')}</p>;
}

interface DoneProps {
  dataset: string;
  record: ImportRecord;
  onClose: () => void;
}

export function Done({ dataset, record, onClose }: DoneProps) {
  const text = useText();
  return (
    <div className={incoming.stage} data-import="done">
      <strong role="status">{text.importDone}</strong>
      <Counts progress={record.progress} />
      <UnreadFiles title={text.notRead} more={text.notReadMore} {...record.unread} />
      <div className={incoming.actions}>
        <ButtonLink look="primary" href={addresses.dataset(dataset)}>
          {text.toImages}
        </ButtonLink>
        <ButtonLink href={addresses.newVersion(dataset)}>{text.makeVersionOfIt}</ButtonLink>
        <Button onPress={onClose}>{text.otherArchive}</Button>
      </div>
    </div>
  );
}

/** Milliseconds without a new record after which an import counts as interrupted. */
const SILENT = 30_000;

/** An import that this tab is not running. Another tab may be. */
export function Paused({ dataset, record, onClose }: DoneProps) {
  const text = useText();
  const now = useNow();
  const { id, state, progress, updatedAt } = record;
  const isAlive = state === 'running' && now - (updatedAt ?? 0) < SILENT;
  const goOn = () => void (state === 'running' ? runImport(dataset, id, {}) : checkImport(dataset, id));
  return (
    <Progress
      label={isAlive ? text.importing : text.importPaused}
      done={progress.done}
      all={isAlive ? progress.total : Math.max(1, progress.total)}
    >
      <Counts progress={progress} />
      {!isAlive && (
        <div className={incoming.actions}>
          <Button look="primary" onPress={goOn}>
            {text.goOn}
          </Button>
          <Button onPress={onClose}>{text.otherArchive}</Button>
        </div>
      )}
    </Progress>
  );
}

interface BrokenProps {
  dataset: string;
  work: WorkIn<'failed'>;
  record: ImportRecord | undefined;
  /** The choice of an archive. */
  choose: ReactNode;
}

/** Statuses for an archive that was not uploaded, or is no longer kept. */
const NOT_THERE = [404, 409, 410];
/** Status for an archive that cannot be read. Retrying would not help. */
const REFUSED = 422;

export function Broken({ dataset, work: { id, error }, record, choose }: BrokenProps) {
  const text = useText();
  const { status = 0, requestId = '' } = error instanceof SightlineError ? error : {};
  const isMissing = NOT_THERE.includes(status);
  const isRefused = status === REFUSED;
  const title = isRefused ? text.importRefused : text.importBroken;
  const goOn = () =>
    void (record?.state === 'running' ? runImport(dataset, id, {}) : checkImport(dataset, id));
  return (
    <div className={incoming.stage} data-import="broken">
      <strong role="alert">{isMissing ? text.uploadMissing : title}</strong>
      <p>{isMissing ? text.uploadMissingHint : reasonOf(error, text)}</p>
      <p className="secondary">
        {record?.state === 'running' && text.importBrokenHint} {requestId && text.requestId(requestId)}
      </p>
      {id !== '' && !isMissing && !isRefused && (
        <div>
          <Button onPress={goOn}>{text.goOn}</Button>
        </div>
      )}
      {choose}
    </div>
  );
}

import type { ReactNode } from 'react';
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import { addresses } from '../../app/places/addresses.ts';
import { useJob } from '../../data/jobs.ts';
import { checkImport, type ImportRecord, type ImportWork } from '../../data/versions/imports.ts';
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

/** Images are being added. @param record undefined until the service has begun */
export function Running({ dataset, record }: { dataset: string; record: ImportRecord | undefined }) {
  const text = useText();
  const live = useJob(dataset, record?.state === 'running' ? record.job : null);
  const { done, total } = (live.state === 'ready' && live.value) || { done: 0, total: null };
  return (
    <Progress label={text.importing} done={done} all={total ?? 0}>
      {total !== null && <p className="tabular">{text.imported(text.number(done), text.number(total))}</p>}
      <p className="secondary">{text.importRuns}</p>
    </Progress>
  );
}

function Counts({ progress: { total, done, added, known, failed } }: Pick<ImportRecord, 'progress'>) {
  const text = useText();
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

/** An archive that has been uploaded and is not imported. */
export function Waiting({ dataset, record: { id }, onClose }: DoneProps) {
  const text = useText();
  return (
    <div className={incoming.stage} data-import="waiting">
      <strong>{text.importState_waiting}</strong>
      <div className={incoming.actions}>
        <Button look="primary" onPress={() => void checkImport(dataset, id)}>
          {text.goOn}
        </Button>
        <Button onPress={onClose}>{text.otherArchive}</Button>
      </div>
    </div>
  );
}

interface BrokenProps {
  dataset: string;
  id: string;
  error: Error;
  /** The choice of an archive. */
  choose: ReactNode;
}

/** Statuses for an archive that was not uploaded, or is no longer kept. */
const NOT_THERE = [404, 409, 410];
/** Status for an archive that cannot be read. Retrying would not help. */
export const REFUSED = 422;

export function Broken({ dataset, id, error, choose }: BrokenProps) {
  const text = useText();
  const { status = 0, requestId = '' } = error instanceof SightlineError ? error : {};
  const isMissing = NOT_THERE.includes(status);
  const isRefused = status === REFUSED;
  const title = isRefused ? text.importRefused : text.importBroken;
  return (
    <div className={incoming.stage} data-import="broken">
      <strong role="alert">{isMissing ? text.uploadMissing : title}</strong>
      <p>{isMissing ? text.uploadMissingHint : reasonOf(error, text)}</p>
      {requestId !== '' && <p className="secondary">{text.requestId(requestId)}</p>}
      {id !== '' && !isMissing && !isRefused && (
        <div>
          <Button onPress={() => void checkImport(dataset, id)}>{text.goOn}</Button>
        </div>
      )}
      {choose}
    </div>
  );
}

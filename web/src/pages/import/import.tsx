import { type ReactNode, useEffect, useRef } from 'react';
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import { Outline } from '../../app/outline.tsx';
import { DatasetPage } from '../../app/places/dataset-page.tsx';
import { useQueryState } from '../../app/places/query-state.ts';
import { notify } from '../../app/state/toasts.ts';
import { isArchive } from '../../data/dropped-files.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import {
  beginImport,
  dropImport,
  type ImportRecord,
  type ImportWork,
  isImporting,
  useImports,
  useImportWork,
} from '../../data/versions/imports.ts';
import { useText } from '../../text/use-text.tsx';
import { Page, Part } from '../../ui/frame/page.tsx';
import { ChooseFile } from '../../ui/incoming/incoming.tsx';
import { DropTarget } from '../dataset/uploads/drop-target.tsx';
import { Checked } from './checked.tsx';
import { ImportList } from './import-list.tsx';
import { Broken, Done, REFUSED, Running, Uploading, Waiting } from './stages.tsx';

export const Import = ({ id }: { id: string }) => (
  <DatasetPage id={id} page="import" needs="editor">
    {(dataset) => <Known dataset={dataset} />}
  </DatasetPage>
);

function Known({ dataset }: { dataset: Dataset }) {
  const text = useText();
  const begun = useImportWork(dataset.id);
  const [{ import: shown }, change] = useQueryState(['import']);
  const work = shownWork(begun, shown);
  const live = useImports(dataset.id);
  const isUnknown = shown !== undefined && !work && live.state === 'waiting';
  const records = live.state === 'ready' ? live.value : [];
  const record = records.find(({ id }) => id === shown);
  const id = work?.id ?? '';
  // With the id in the address, the import stays on the page after this tab has finished it.
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    if (id !== '') latest.current({ import: id }, { replace: true });
  }, [id]);
  const take = useTake(dataset.id, () => shown !== undefined && change({ import: undefined }));
  const close = () => {
    dropImport(dataset.id);
    change({ import: undefined });
  };
  if (isUnknown) return <Outline />;
  return (
    <Page isWide>
      <Part title={text.importArchive} hint={text.importHint}>
        <Stage dataset={dataset} work={work} record={record} onTake={take} onClose={close} />
      </Part>
      {records.length > 0 && <ImportList dataset={dataset} records={records} shown={work?.id || shown} />}
      <DropTarget onDrop={take} label={isImporting(dataset.id) ? text.importStillRuns : text.dropArchive} />
    </Page>
  );
}

/** Takes files that were dropped or chosen: one archive is imported. @param onBegin called before its import begins */
function useTake(dataset: string, onBegin: () => void) {
  const text = useText();
  return (files: readonly File[]) => {
    const [archive, ...others] = files.filter(isArchive);
    const refuse = (message: string) => void notify({ message, tone: 'failed' });
    if (files.length === 0) return;
    if (!archive) return refuse(text.noArchive);
    if (isImporting(dataset)) return refuse(text.notImported(archive.name));
    if (others.length > 0) notify({ message: text.oneArchive });
    onBegin();
    void beginImport(dataset, archive);
  };
}

/** The import of this tab. If it waits for a decision or has failed, another import in the address comes first. */
function shownWork(work: ImportWork | null, shown: string | undefined): ImportWork | null {
  const hasEnded = work?.phase === 'checked' || work?.phase === 'failed';
  return hasEnded && shown !== undefined && shown !== work.id ? null : work;
}

interface StageProps {
  dataset: Dataset;
  work: ImportWork | null;
  /** The import that the address names. */
  record: ImportRecord | undefined;
  onTake: (files: readonly File[]) => void;
  onClose: () => void;
}

/** The import of this tab, else the one in the address, else the choice of an archive. */
function Stage({ dataset, work, record, onTake, onClose }: StageProps): ReactNode {
  const choose = <Choose onTake={onTake} />;
  switch (work?.phase) {
    case 'uploading':
    case 'checking':
      return <Uploading work={work} onStop={onClose} />;
    case 'checked':
      return <Checked key={work.checked.format} dataset={dataset} work={work} onClose={onClose} />;
    case 'running':
      return <Running dataset={dataset.id} record={record} />;
    case 'failed':
      return <Broken dataset={dataset.id} id={work.id} error={work.error} choose={choose} />;
    default:
      return record ? <Recorded {...{ dataset: dataset.id, record, onClose, choose }} /> : choose;
  }
}

interface RecordedProps {
  dataset: string;
  record: ImportRecord;
  onClose: () => void;
  choose: ReactNode;
}

/** An import that this tab has not begun. */
function Recorded({ choose, ...props }: RecordedProps): ReactNode {
  const { dataset, record } = props;
  if (record.state === 'running') return <Running dataset={dataset} record={record} />;
  if (record.state === 'waiting') return <Waiting {...props} />;
  if (record.state === 'done') return <Done {...props} />;
  const error = new SightlineError(record.reason, { kind: 'refused', status: REFUSED });
  return <Broken dataset={dataset} id={record.id} error={error} choose={choose} />;
}

function Choose({ onTake }: { onTake: (files: readonly File[]) => void }) {
  const text = useText();
  return (
    <ChooseFile
      title={text.dropArchive}
      button={text.chooseArchive}
      types={['.zip', 'application/zip']}
      onTake={onTake}
    >
      <p className="secondary">{text.importFirstLook}</p>
    </ChooseFile>
  );
}

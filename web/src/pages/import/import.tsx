import { type ReactNode, useEffect, useRef } from 'react';
import { FileTrigger } from 'react-aria-components';
import { DatasetPlace } from '../../app/dataset-place.tsx';
import { Outline } from '../../app/outline.tsx';
import { useQueryState } from '../../app/query-state.ts';
import { notify } from '../../app/toasts.ts';
import { WithDataset } from '../../app/with-record.tsx';
import type { Dataset } from '../../data/datasets.ts';
import { isArchive } from '../../data/dropped-files.ts';
import {
  beginImport,
  dropImport,
  type ImportRecord,
  type ImportWork,
  useImports,
  useImportWork,
} from '../../data/imports.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/button.tsx';
import { UploadIcon } from '../../ui/icons.tsx';
import { Page, Part } from '../../ui/page.tsx';
import { DropTarget } from '../dataset/uploads/drop-target.tsx';
import { Checked } from './checked.tsx';
import styles from './import.module.css';
import { ImportList } from './import-list.tsx';
import { Broken, Done, Paused, Running, Uploading } from './stages.tsx';

export const Import = ({ id }: { id: string }) => (
  <WithDataset id={id} needs="editor">
    {(dataset) => (
      <>
        <DatasetPlace dataset={dataset} page="import" />
        <Known dataset={dataset} />
      </>
    )}
  </WithDataset>
);

function Known({ dataset }: { dataset: Dataset }) {
  const text = useText();
  const begun = useImportWork(dataset.id);
  const [{ import: shown }, change] = useQueryState(['import']);
  const work = inFront(begun, shown);
  const live = useImports(dataset.id);
  // What the address names, unless this tab is working at it.
  const isUnknown = shown !== undefined && !work && live.state === 'waiting';
  const records = live.state === 'ready' ? live.value : [];
  const record = records.find(({ id }) => id === shown);
  const id = work?.id ?? '';
  // The address names what is shown, also after this tab has finished its work at it.
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    if (id !== '') latest.current({ import: id }, { replace: true });
  }, [id]);
  const take = (files: readonly File[]) => {
    const archives = files.filter(isArchive);
    if (archives.length > 1) notify({ message: text.oneArchive });
    if (archives[0]) {
      if (shown !== undefined) change({ import: undefined });
      void beginImport(dataset.id, archives[0]);
    } else if (files.length > 0) notify({ message: text.noArchive, tone: 'failed' });
  };
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
      {!work && <DropTarget onDrop={take} label={text.dropArchive} />}
    </Page>
  );
}

/** What this tab works at; what it has ended, checked or failed, only until the address names another import. */
function inFront(work: ImportWork | null, shown: string | undefined): ImportWork | null {
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

/** Where the import is: what this tab works at comes first, then what the address names. */
function Stage({ dataset, work, record, onTake, onClose }: StageProps): ReactNode {
  const choose = <Choose onTake={onTake} />;
  switch (work?.phase) {
    case 'uploading':
    case 'checking':
      return <Uploading work={work} onStop={onClose} />;
    case 'checked':
      return <Checked key={work.checked.format} dataset={dataset} work={work} onClose={onClose} />;
    case 'running':
      return <Running work={work} record={record} />;
    case 'failed':
      return <Broken dataset={dataset.id} work={work} record={record} choose={choose} />;
    default:
      if (record?.state === 'done') return <Done dataset={dataset.id} record={record} onClose={onClose} />;
      if (record) return <Paused dataset={dataset.id} record={record} onClose={onClose} />;
      return choose;
  }
}

function Choose({ onTake }: { onTake: (files: readonly File[]) => void }) {
  const text = useText();
  return (
    <div className={styles.choose}>
      <UploadIcon size={40} />
      <strong>{text.dropArchive}</strong>
      <FileTrigger
        acceptedFileTypes={['.zip', 'application/zip']}
        onSelect={(files) => files && onTake([...files])}
      >
        <Button look="primary">{text.chooseArchive}</Button>
      </FileTrigger>
      <p className={styles.hint}>{text.importFirstLook}</p>
    </div>
  );
}

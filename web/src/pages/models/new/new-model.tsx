import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { addresses } from '../../../app/places/addresses.ts';
import { DatasetPage } from '../../../app/places/dataset-page.tsx';
import { useQueryState } from '../../../app/places/query-state.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import {
  checkRunFile,
  dropRunWork,
  type RunWork,
  sendRunFile,
  useRunWork,
} from '../../../data/runs/run-files.ts';
import { useText } from '../../../text/use-text.tsx';
import { Page, Part } from '../../../ui/frame/page.tsx';
import { ChooseFile } from '../../../ui/incoming/incoming.tsx';
import { DropTarget } from '../../dataset/uploads/drop-target.tsx';
import { toNumber } from '../../versions/choices.ts';
import { Checked } from './checked.tsx';
import { FactsForm } from './facts-form.tsx';
import styles from './new-model.module.css';
import { Broken, UnderWay } from './stages.tsx';

export const NewModel = ({ id }: { id: string }) => (
  <DatasetPage id={id} page="models" needs="editor">
    {(dataset) => <Known dataset={dataset} />}
  </DatasetPage>
);

function Known({ dataset }: { dataset: Dataset }) {
  const text = useText();
  const [, go] = useLocation();
  const work = useRunWork(dataset.id);
  const [{ run: asked }, change] = useQueryState(['run']);
  const [file, setFile] = useState<File | null>(null);
  const number = toNumber(asked ?? '');
  // A run whose file was sent before is read again.
  useEffect(() => {
    if (number !== null && work?.number !== number) void checkRunFile(dataset.id, number);
  }, [dataset.id, number]);
  const made = work?.phase === 'made' ? work.number : null;
  useEffect(() => {
    if (made === null) return;
    dropRunWork(dataset.id);
    go(addresses.model(dataset.id, made), { replace: true });
  }, [made, dataset.id, go]);
  const close = () => {
    dropRunWork(dataset.id);
    change({ run: undefined });
    setFile(null);
  };
  const isFree = work === null || work.phase === 'failed';
  const take = (files: readonly File[]) => {
    if (!isFree || !files[0]) return;
    close();
    setFile(files[0]);
  };
  return (
    <Page isWide>
      <header className={styles.head}>
        <Link href={addresses.models(dataset.id)}>{text.models.all}</Link>
      </header>
      <Part title={text.models.send} hint={text.models.fileHint}>
        <Stage dataset={dataset} work={work} file={file} onTake={take} onClose={close} />
      </Part>
      {isFree && <DropTarget onDrop={take} label={text.models.dropFile} />}
    </Page>
  );
}

interface StageProps {
  dataset: Dataset;
  work: RunWork | null;
  /** Chosen, and not yet sent. */
  file: File | null;
  onTake: (files: readonly File[]) => void;
  onClose: () => void;
}

/** The work of this tab, else the form of the file that was chosen, else the choice of a file. */
function Stage({ dataset, work, file, onTake, onClose }: StageProps): ReactNode {
  const { models } = useText();
  switch (work?.phase) {
    case 'uploading':
    case 'checking':
    case 'making':
      return <UnderWay work={work} onStop={onClose} />;
    case 'checked':
      return <Checked dataset={dataset} work={work} onClose={onClose} />;
    case 'failed':
      return <Broken dataset={dataset} work={work} onClose={onClose} />;
    default:
      if (!file) return <ChooseFile title={models.dropFile} button={models.chooseFile} onTake={onTake} />;
      return (
        <FactsForm
          dataset={dataset.id}
          file={file}
          onSend={(facts) => void sendRunFile(dataset.id, facts, file)}
          onClose={onClose}
        />
      );
  }
}

import { useLocation } from 'wouter';
import {
  DATASET_TYPES,
  type DatasetType,
  EMBEDDERS,
  type Embedder,
} from '../../../../packages/records/src/lists.ts';
import { addresses } from '../../app/places/addresses.ts';
import { DatasetPage } from '../../app/places/dataset-page.tsx';
import { undoCommands } from '../../app/state/undo-commands.ts';
import { make, recordStep } from '../../app/state/undo-history.ts';
import { useCommands } from '../../app/use-commands.ts';
import { siteConfig } from '../../data/firebase.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { service } from '../../data/service.ts';
import { useText } from '../../text/use-text.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Page, Part } from '../../ui/frame/page.tsx';
import { Hooks } from '../hooks/hooks.tsx';
import { DeleteRecord } from './delete-record.tsx';
import { Retention } from './retention.tsx';
import styles from './settings.module.css';
import { Rename, TextSetting } from './text-setting.tsx';

export const DatasetSettings = ({ id }: { id: string }) => (
  <DatasetPage id={id} page="settings" needs="editor">
    {(dataset) => <SettingsPage dataset={dataset} />}
  </DatasetPage>
);

function SettingsPage({ dataset }: { dataset: Dataset }) {
  const text = useText();
  useCommands(undoCommands(text));
  return (
    <Page>
      <Part title={text.settings}>
        <Rename name={dataset.name} save={(name) => service().datasets(dataset.id).update({ name })} />
        <TypeOf dataset={dataset} />
        <Suggestions dataset={dataset} />
        {dataset.role === 'owner' && <Detector dataset={dataset} />}
        {dataset.role === 'owner' && <Retention dataset={dataset} />}
      </Part>
      {dataset.role === 'owner' && <Hooks owner={{ kind: 'dataset', id: dataset.id }} />}
      {dataset.role === 'owner' && <DeleteDataset dataset={dataset} />}
    </Page>
  );
}

/** The type of the dataset. It can be changed only while the dataset has no images. */
function TypeOf({ dataset: { id, type, imageCounter } }: { dataset: Dataset }) {
  const text = useText();
  const save = (next: DatasetType) => service().datasets(id).update({ type: next });
  const change = async (next: DatasetType): Promise<void> => {
    const step = { label: text[`type${next}`], undo: () => save(type), redo: () => save(next) };
    if (next !== type) await make(step, text);
  };
  if (imageCounter > 0)
    return (
      <dl className={styles.fact}>
        <dt>{text.type}</dt>
        <dd>{text[`type${type}`]}</dd>
        <dd className="secondary">{text.typeFixed}</dd>
      </dl>
    );
  return (
    <Select
      label={text.type}
      isLabelShown
      choices={DATASET_TYPES.map((each) => ({ id: each, label: text[`type${each}`] }))}
      value={type}
      onChange={(next) => void change(next as DatasetType)}
    />
  );
}

/** What suggestions know its pictures by (Contract 15): the deployment's own embedder only where there is one. */
function Suggestions({ dataset: { id, suggest } }: { dataset: Dataset }) {
  const text = useText();
  const save = (next: Embedder) => service().datasets(id).update({ suggest: next });
  const change = async (next: Embedder): Promise<void> => {
    const label = `${text.suggestions}: ${text.embedders[next]}`;
    if (next !== suggest) await make({ label, undo: () => save(suggest), redo: () => save(next) }, text);
  };
  const choices = EMBEDDERS.filter((each) => each !== 'http' || siteConfig().hasEmbedder || suggest === each);
  return (
    <>
      <Select
        label={text.suggestions}
        isLabelShown
        choices={choices.map((each) => ({ id: each, label: text.embedders[each] }))}
        value={suggest}
        onChange={(next) => void change(next as Embedder)}
      />
      <p className="secondary">{text.suggestionsHint}</p>
    </>
  );
}

/** Who finds objects in its pictures (Contract 16). */
function Detector({ dataset: { id, detector } }: { dataset: Dataset }) {
  const text = useText();
  return (
    <TextSetting
      label={text.detector}
      hint={text.detectorHint}
      verb={text.save}
      value={detector}
      mayBeEmpty
      told={text.detectorNow}
      save={(address) =>
        service()
          .datasets(id)
          .update({ detector: address || 'off' })
      }
    />
  );
}

function DeleteDataset({ dataset: { id, name, imageCounter } }: { dataset: Dataset }) {
  const text = useText();
  const [, go] = useLocation();
  const remove = async (): Promise<void> => {
    const handle = service().datasets(id);
    const redo = async () => void (await handle.delete(name));
    await redo();
    go(addresses.home);
    recordStep({ label: text.deletedRecord(name), undo: () => handle.restore(), redo }, text);
  };
  return (
    <DeleteRecord
      title={text.deleteDataset}
      hint={text.deleteDatasetHint}
      loss={text.deleteDatasetConfirm(text.images(imageCounter))}
      name={name}
      onDelete={remove}
    />
  );
}

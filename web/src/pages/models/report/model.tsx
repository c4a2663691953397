import { useState } from 'react';
import { Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { isClassified } from '../../../../../packages/formats/src/format.ts';
import { Confirm } from '../../../app/confirm.tsx';
import { addresses } from '../../../app/places/addresses.ts';
import { DatasetPage } from '../../../app/places/dataset-page.tsx';
import { notify } from '../../../app/state/toasts.ts';
import { showError } from '../../../app/state/undo-history.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { useNames } from '../../../data/records/people.ts';
import { mayEdit } from '../../../data/records/role.ts';
import { closeRun, deleteRun, downloadRun, type Run, type RunFormat } from '../../../data/runs/runs.ts';
import { useText } from '../../../text/use-text.tsx';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { Menu, MenuItem } from '../../../ui/frame/menu.tsx';
import { Page } from '../../../ui/frame/page.tsx';
import { RunCounted, RunMade, RunState } from '../run-facts.tsx';
import { WithRun } from '../with-run.tsx';
import { Detecting } from './detecting.tsx';
import styles from './model.module.css';
import { Report } from './report.tsx';

interface ModelProps {
  id: string;
  /** As in the address. */
  number: string;
}

export const Model = ({ id, number }: ModelProps) => (
  <DatasetPage id={id} page="models">
    {(dataset) => (
      <WithRun dataset={dataset} number={number}>
        {(run) => <Details dataset={dataset} run={run} />}
      </WithRun>
    )}
  </DatasetPage>
);

function Details({ dataset, run }: { dataset: Dataset; run: Run }) {
  const text = useText();
  const nameOf = useNames({ kind: 'dataset', ...dataset });
  return (
    <Page isWide>
      <header className={styles.head}>
        <div className={styles.words}>
          <Link href={addresses.models(dataset.id)}>{text.models.all}</Link>
          <h2 className={styles.title}>
            {run.name}
            <RunState run={run} />
          </h2>
          <RunCounted run={run} />
          <RunMade run={run} nameOf={nameOf} />
        </div>
        <div className={styles.actions}>
          {run.state === 'ready' && (
            <ButtonLink look="primary" href={addresses.modelImages(dataset.id, run.number)}>
              {text.models.showImages}
            </ButtonLink>
          )}
          {run.state === 'ready' && <Export dataset={dataset} run={run} />}
          {mayEdit(dataset.role) && <Delete dataset={dataset.id} run={run} />}
        </div>
      </header>
      {run.state === 'ready' ? (
        <Report dataset={dataset} run={run} />
      ) : (
        <NotReady dataset={dataset} run={run} />
      )}
    </Page>
  );
}

/** Why it has no figures yet, and what can be done. */
function NotReady({ dataset, run }: { dataset: Dataset; run: Run }) {
  const { number, state, reason, source } = run;
  const text = useText();
  const { models } = text;
  const isEditor = mayEdit(dataset.role);
  if (state === 'failed') return <p role="status">{`${reason} ${models.failedHint}`}</p>;
  const isDetecting = source === 'detect';
  if (state === 'building' && !isDetecting)
    return (
      <div className={styles.words} role="status">
        <p>{models.buildingHint}</p>
        {isEditor && (
          <ButtonLink href={`${addresses.newModel(dataset.id)}?run=${number}`}>{models.readFile}</ButtonLink>
        )}
      </div>
    );
  const close = () => closeRun(dataset.id, number).catch((error) => showError(error, text));
  return (
    <div className={styles.words} role="status">
      {isDetecting ? <Detecting dataset={dataset} run={run} /> : <p>{models.openHint}</p>}
      {isEditor && <Button onPress={close}>{models.closeRun}</Button>}
    </div>
  );
}

function Export({ dataset, run }: { dataset: Dataset; run: Run }) {
  const text = useText();
  const { models } = text;
  const formats: RunFormat[] = isClassified(dataset.type) ? ['ndjson'] : ['ndjson', 'coco', 'yolo'];
  const save = (format: RunFormat) =>
    downloadRun(dataset.id, run.number, format).catch((error) => showError(error, text));
  return (
    <Menu label={models.export} button={<Button>{models.export}</Button>}>
      {formats.map((format) => (
        <MenuItem key={format} onAction={() => save(format)}>
          {models.formatNames[format]}
        </MenuItem>
      ))}
    </Menu>
  );
}

function Delete({ dataset, run: { number, name } }: { dataset: string; run: Run }) {
  const text = useText();
  const [, go] = useLocation();
  const [isAsking, ask] = useState(false);
  const remove = async () => {
    await deleteRun(dataset, number);
    notify({ message: text.models.deleted(name) });
    go(addresses.models(dataset), { replace: true });
  };
  return (
    <>
      <Button onPress={() => ask(true)}>{text.delete}</Button>
      <Confirm
        title={text.deleteRecord(name)}
        verb={text.delete}
        name={name}
        isOpen={isAsking}
        onClose={() => ask(false)}
        onConfirm={remove}
      >
        {text.models.deleteLoss}
      </Confirm>
    </>
  );
}

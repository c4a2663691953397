import { useState } from 'react';
import { Unavailable } from '../../app/could-not-load.tsx';
import { Outline } from '../../app/outline.tsx';
import { DatasetPage } from '../../app/places/dataset-page.tsx';
import { useCommands } from '../../app/use-commands.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useNames } from '../../data/records/people.ts';
import { mayEdit } from '../../data/records/role.ts';
import { useVersions, type Version } from '../../data/versions/versions.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { CommandButton } from '../../ui/form/command-button.tsx';
import { Page, Part } from '../../ui/frame/page.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { VersionsIcon } from '../../ui/icons.tsx';
import { versionCommands } from './commands.ts';
import { VersionLine } from './version-line.tsx';
import styles from './versions.module.css';

export const Versions = ({ id }: { id: string }) => (
  <DatasetPage id={id} page="versions">
    {(dataset) => <List dataset={dataset} />}
  </DatasetPage>
);

/** Versions that are listed at first, and more with each press. */
const PAGE = 25;

function List({ dataset }: { dataset: Dataset }) {
  const text = useText();
  const [limit, setLimit] = useState(PAGE);
  const live = useVersions(dataset.id, limit);
  const nameOf = useNames({ kind: 'dataset', ...dataset });
  const isEditor = mayEdit(dataset.role);
  const commands = versionCommands(dataset, text);
  useCommands(commands);
  if (live.state === 'waiting') return <Outline />;
  if (live.state === 'failed') return <Unavailable error={live.error} />;
  const versions = live.value;
  const make = commands.map((each) => <CommandButton key={each.label} of={each} look="primary" />);
  if (versions.length === 0)
    return (
      <Placeholder
        icon={<VersionsIcon size={40} />}
        title={text.noVersions}
        hint={`${text.versionsHint} ${isEditor ? text.noVersionsEditor : text.noVersionsViewer}`}
      >
        {make}
      </Placeholder>
    );
  return (
    <Page isWide>
      <Part title={text.versions} hint={text.versionsHint} action={make}>
        <ol className={styles.lines}>
          {versions.map((version, index) => (
            <VersionLine
              key={version.number}
              dataset={dataset.id}
              version={version}
              before={readyBelow(versions, index)}
              nameOf={nameOf}
            />
          ))}
        </ol>
        {versions.length === limit && (
          <div>
            <Button onPress={() => setLimit(limit + PAGE)}>{text.showMore}</Button>
          </div>
        )}
      </Part>
    </Page>
  );
}

const readyBelow = (versions: readonly Version[], index: number): number | null =>
  versions.slice(index + 1).find(({ state }) => state === 'ready')?.number ?? null;

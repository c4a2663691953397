import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { Unavailable } from '../../app/could-not-load.tsx';
import { Outline } from '../../app/outline.tsx';
import { addresses } from '../../app/places/addresses.ts';
import { DatasetPage } from '../../app/places/dataset-page.tsx';
import type { Dataset } from '../../data/records/datasets.ts';
import { useNames } from '../../data/records/people.ts';
import { useReadyVersions, useVersion, type Version as VersionRecord } from '../../data/versions/versions.ts';
import { useText } from '../../text/use-text.tsx';
import { classColor } from '../../ui/class-color.ts';
import { Select } from '../../ui/form/select.tsx';
import { Page, Part } from '../../ui/frame/page.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { SaidList } from '../../ui/said/said-list.tsx';
import { toChoices, toNumber } from './choices.ts';
import { CountsTable } from './counts-table.tsx';
import { Files } from './files.tsx';
import { Held } from './held.tsx';
import { MadeBy, VersionState } from './version-line.tsx';
import styles from './versions.module.css';

interface VersionProps {
  id: string;
  /** As in the address. */
  number: string;
}

export const Version = ({ id, number }: VersionProps) => (
  <DatasetPage id={id} page="versions">
    {(dataset) => <Known key={number} dataset={dataset} number={toNumber(number)} />}
  </DatasetPage>
);

/** The color of a class: its color in the dataset now, else one from the palette. */
export function colorsOf({ tags }: Dataset, own: readonly { id: string }[]) {
  return (tag: string): string | undefined => {
    const known = tags.find(({ id }) => id === tag)?.color;
    const index = own.findIndex(({ id }) => id === tag);
    return known ?? (index < 0 ? undefined : classColor(index));
  };
}

function Known({ dataset, number }: { dataset: Dataset; number: number | null }) {
  const text = useText();
  const live = useVersion(dataset.id, number);
  if (number !== null && live.state === 'waiting') return <Outline />;
  if (live.state === 'failed') return <Unavailable error={live.error} />;
  if (live.state !== 'ready' || live.value === null)
    return (
      <Placeholder title={text.versionMissing} hint={text.versionMissingHint}>
        <Link href={addresses.versions(dataset.id)}>{text.allVersions}</Link>
      </Placeholder>
    );
  return <Details dataset={dataset} version={live.value} />;
}

function Details({ dataset, version }: { dataset: Dataset; version: VersionRecord }) {
  const text = useText();
  const { number, name, note, state, counts, reason } = version;
  const nameOf = useNames({ kind: 'dataset', ...dataset });
  const { tags } = version.parameters;
  const look = { tags, colorOf: colorsOf(dataset, tags) };
  return (
    <Page isWide>
      <header className={styles.head}>
        <Link href={addresses.versions(dataset.id)}>{text.allVersions}</Link>
        <h2 className={styles.title}>
          {text.version(number)}
          {name !== '' && <span className={styles.name}>{name}</span>}
          <VersionState state={state} />
        </h2>
        <MadeBy version={version} nameOf={nameOf} />
        {note !== '' && <p className={styles.note}>{note}</p>}
      </header>
      {state === 'building' && <p role="status">{text.versionBuildingHint}</p>}
      {state === 'failed' && (
        <p role="status">
          {text.versionReasons[reason] ?? reason} {text.versionFailedHint}
        </p>
      )}
      {counts && (
        <div className={styles.columns}>
          <Part title={text.inSets} action={<CompareWith dataset={dataset.id} number={number} />}>
            <CountsTable {...look} counts={counts} />
            <Held {...look} counts={counts} type={dataset.type} />
            <Facts version={version} counts={counts} />
          </Part>
          <Files dataset={dataset} version={version} counts={counts} />
        </div>
      )}
    </Page>
  );
}

/** Chooses another version to compare with. The earlier one is the start of the comparison. */
function CompareWith({ dataset, number }: { dataset: string; number: number }) {
  const text = useText();
  const [, go] = useLocation();
  const others = (useReadyVersions(dataset) ?? []).filter((each) => each.number !== number);
  if (others.length === 0) return null;
  const open = (other: number) =>
    go(addresses.versionDiff(dataset, Math.min(other, number), Math.max(other, number)));
  return (
    <Select
      label={text.compareWith}
      choices={[{ id: '', label: text.compareWith }, ...toChoices(others, text)]}
      value=""
      onChange={(value) => value !== '' && open(Number(value))}
    />
  );
}

function Facts({
  version,
  counts,
}: {
  version: VersionRecord;
  counts: NonNullable<VersionRecord['counts']>;
}) {
  const text = useText();
  const { parameters, hash } = version;
  const dropped = Object.entries(counts.dropped);
  const { test, validation, group } = parameters;
  return (
    <dl className={styles.details}>
      <Fact name={text.split}>
        {[
          `${text.setTEST} ${text.number(test)}`,
          `${text.setVALIDATION} ${text.number(validation)}`,
          text[`group_${group}`],
          text.groupsOf(counts.groups),
        ].join(' · ')}
      </Fact>
      {!counts.labels && counts.unlabelled > 0 && (
        <Fact name={text.unlabelled}>{text.images(counts.unlabelled)}</Fact>
      )}
      {dropped.length > 0 && (
        <Fact name={text.leftOut}>
          {dropped.map(([why, count]) => `${text.number(count)} ${text.dropped[why] ?? why}`).join(' · ')}
        </Fact>
      )}
      {counts.warnings.length > 0 && (
        <Fact name={text.warnings}>
          <SaidList
            sentences={counts.warnings}
            say={(warning, at) => text.splitWarning(warning, counts.warningCodes?.[at])}
            className={styles.warnings}
          />
        </Fact>
      )}
      <Fact name={text.contentHash}>
        <code className={styles.hash} title={text.contentHashHint}>
          {hash}
        </code>
      </Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

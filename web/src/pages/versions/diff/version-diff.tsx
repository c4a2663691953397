import { useEffect, useState } from 'react';
import { Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { Unavailable } from '../../../app/could-not-load.tsx';
import { Outline } from '../../../app/outline.tsx';
import { addresses } from '../../../app/places/addresses.ts';
import { DatasetPage } from '../../../app/places/dataset-page.tsx';
import { useQueryState } from '../../../app/places/query-state.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { nameIn } from '../../../data/records/tags.ts';
import { CHANGES, type Change, useVersionDiff } from '../../../data/versions/version-diff.ts';
import { useVersions, type Version } from '../../../data/versions/versions.ts';
import { reasonOf } from '../../../text/refused/reason.ts';
import { useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Tabs } from '../../../ui/form/tabs.tsx';
import { Page } from '../../../ui/frame/page.tsx';
import { Placeholder } from '../../../ui/frame/placeholder.tsx';
import { useOpen } from '../../viewer/use-open.ts';
import { toChoices, toNumber } from '../choices.ts';
import styles from '../versions.module.css';
import { DiffDesk } from './diff-desk.tsx';
import { DiffGrid } from './diff-grid.tsx';
import { changeIn, type SayChange } from './say-change.ts';

interface VersionDiffProps {
  id: string;
  /** Version numbers, as in the address. */
  before: string;
  after: string;
}

export const VersionDiff = ({ id, before, after }: VersionDiffProps) => (
  <DatasetPage id={id} page="versions">
    {(dataset) => <Known dataset={dataset} before={toNumber(before)} after={toNumber(after)} />}
  </DatasetPage>
);

/** Most versions to choose from. */
const MAX_LISTED = 200;

function Known({
  dataset,
  before,
  after,
}: {
  dataset: Dataset;
  before: number | null;
  after: number | null;
}) {
  const text = useText();
  const live = useVersions(dataset.id, MAX_LISTED);
  if (live.state === 'waiting') return <Outline />;
  if (live.state === 'failed') return <Unavailable error={live.error} />;
  const ready = live.value.filter(({ state }) => state === 'ready');
  const one = ready.find(({ number }) => number === before);
  const other = ready.find(({ number }) => number === after);
  if (!one || !other)
    return (
      <Placeholder title={text.versionMissing} hint={text.versionMissingHint}>
        <Link href={addresses.versions(dataset.id)}>{text.allVersions}</Link>
      </Placeholder>
    );
  return <Comparison dataset={dataset} versions={ready} before={one} after={other} />;
}

interface ComparisonProps {
  dataset: Dataset;
  versions: readonly Version[];
  before: Version;
  after: Version;
}

/** The images that differ as tiles, or one after the other. */
function Comparison(props: ComparisonProps) {
  const { dataset, before, after } = props;
  const text = useText();
  const [{ change: asked, image: opened }, setQuery] = useQueryState(['change', 'image']);
  const [usual, setUsual] = useState<Change>('relabelled');
  const change = CHANGES.find((each) => each === asked) ?? usual;
  const compared = { dataset: dataset.id, before: before.number, after: after.number, change };
  const diff = useVersionDiff(compared);
  const { counts, images } = diff;
  // Without a choice, shows the first kind that has changes.
  const first = counts && counts[usual] === 0 ? CHANGES.find((each) => counts[each] > 0) : undefined;
  useEffect(() => {
    if (first) setUsual(first);
  }, [first]);
  const shown = images.flatMap((each) => (each.record ? [{ ...each, record: each.record }] : []));
  const at = useOpen(opened, { ...diff, ids: shown.map(({ image }) => image) });
  const nameOf = nameIn([...after.parameters.tags, ...before.parameters.tags, ...dataset.tags]);
  const say = changeIn(change, nameOf, text);
  if (at < 0) return <Tiles {...{ ...props, change, diff, say }} onQuery={setQuery} />;
  return (
    <DiffDesk
      {...{ ...props, say, at }}
      images={shown}
      onGo={(to) => setQuery({ image: shown[to]?.image ?? opened }, { replace: true })}
      onClose={() => setQuery({ image: undefined })}
    />
  );
}

interface TilesProps extends ComparisonProps {
  change: Change;
  diff: ReturnType<typeof useVersionDiff>;
  say: SayChange;
  onQuery: (query: { change: Change; image?: string }, options?: { replace: boolean }) => void;
}

function Tiles({ dataset, versions, before, after, change, diff, say, onQuery }: TilesProps) {
  const text = useText();
  const { counts, images, error } = diff;
  const isSame = counts && CHANGES.every((each) => counts[each] === 0);
  return (
    <Page isWide>
      <header className={styles.head}>
        <Link href={addresses.versions(dataset.id)}>{text.allVersions}</Link>
        <h2>{text.differences(before.number, after.number)}</h2>
        <Chooser dataset={dataset.id} versions={versions} before={before.number} after={after.number} />
      </header>
      <Tabs
        label={text.compare}
        choices={CHANGES.map((id) => ({
          ...{ id, label: text[`change_${id}`] },
          count: counts ? text.number(counts[id]) : '…',
        }))}
        value={change}
        onChange={(next) => onQuery({ change: next }, { replace: true })}
      />
      {error && (
        <p role="alert">
          {`${text.couldNotLoad}: ${reasonOf(error, text)}`}{' '}
          <Button onPress={diff.retry}>{text.retry}</Button>
        </p>
      )}
      {isSame && <Placeholder title={text.noDifference} hint={text.noDifferenceHint} />}
      {counts && !isSame && (
        <section className={styles.changes} aria-label={text[`change_${change}`]}>
          <p className="secondary">
            {images.length === 0 ? `${text.noSuchChange}. ` : ''}
            {text[`changeHint_${change}`]}
          </p>
          <DiffGrid {...{ dataset, images, change, say }} onOpen={(image) => onQuery({ change, image })} />
          {diff.hasMore && (
            <div>
              <Button onPress={diff.loadMore}>{text.showMore}</Button>
            </div>
          )}
        </section>
      )}
    </Page>
  );
}

interface ChooserProps {
  dataset: string;
  versions: readonly Version[];
  before: number;
  after: number;
}

/** Chooses the two versions to compare. */
function Chooser({ dataset, versions, before, after }: ChooserProps) {
  const text = useText();
  const [, go] = useLocation();
  const choices = toChoices(versions, text);
  return (
    <div className={styles.chooser}>
      <Select
        label={text.comparedFrom}
        isLabelShown
        choices={choices}
        value={String(before)}
        onChange={(value) => go(addresses.versionDiff(dataset, Number(value), after))}
      />
      <Select
        label={text.comparedTo}
        isLabelShown
        choices={choices}
        value={String(after)}
        onChange={(value) => go(addresses.versionDiff(dataset, before, Number(value)))}
      />
    </div>
  );
}

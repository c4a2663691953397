/** Charts in plain HTML: bars need no library, follow the theme, and their text can be read and copied. */
import type { MouseEvent } from 'react';
import { Link } from 'react-aria-components';
import { CouldNotLoad } from '../../../app/could-not-load.tsx';
import { addresses } from '../../../app/places/addresses.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import type { TagCounts } from '../../../data/records/tag-counts.ts';
import { useLanguage, useText } from '../../../text/use-text.tsx';
import { SET_COLORS } from '../../../ui/set-color.ts';
import type { FilterState } from '../filter.ts';
import styles from './charts.module.css';
import { CountTable } from './count-table.tsx';
import { type ClassBySet, type ImagesPerDay, useClassBySet, useImagesPerDay } from './use-charts.ts';

interface ChartsProps {
  dataset: Dataset;
  counts: readonly TagCounts[];
  /** Called when a bar opens its images on this page. */
  onLeave: () => void;
}

/** The address of the images that a filter shows, for a link that a bar is. */
const linkTo = (dataset: string, filter: FilterState, onLeave: () => void) => ({
  href: `${addresses.dataset(dataset)}?${new URLSearchParams(filter)}`,
  // Another tab opens beside this page.
  onClick: ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => {
    if (!(ctrlKey || metaKey || shiftKey || altKey)) onLeave();
  },
});

export function Charts({ dataset, counts, onLeave }: ChartsProps) {
  const text = useText();
  const bySet = useClassBySet(dataset, counts);
  const perDay = useImagesPerDay(dataset);
  const error = bySet.error ?? perDay.error;
  return (
    <>
      {error && <CouldNotLoad error={error} />}
      <section className={styles.chart}>
        <h3>{text.classBySet}</h3>
        <Classes dataset={dataset} chart={bySet.data} onLeave={onLeave} />
      </section>
      <section className={`${styles.chart} ${styles.perDay}`}>
        <h3>{text.imagesPerDay}</h3>
        {perDay.data && <Days dataset={dataset} chart={perDay.data} onLeave={onLeave} />}
      </section>
    </>
  );
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

interface ClassesProps extends Pick<ChartsProps, 'dataset' | 'onLeave'> {
  chart: ClassBySet;
}

function Classes({ dataset, chart: { sets, rows }, onLeave }: ClassesProps) {
  const text = useText();
  if (rows.length === 0) return <p className="secondary">{text.nothingToShow}</p>;
  const nameOf = (tag: string | null) => dataset.tags.find(({ id }) => id === tag)?.name ?? text.unlabelled;
  const largest = Math.max(1, ...rows.map(({ total }) => total));
  const table = rows.map(({ tag, counts, total }) => ({
    id: tag ?? '',
    name: nameOf(tag),
    counts: [...counts, total],
  }));
  return (
    <>
      <ul className={styles.legend} aria-hidden="true">
        {sets.map((set) => (
          <li key={set}>
            <span style={{ background: SET_COLORS[set] }} />
            {text[`set${set}`]}
          </li>
        ))}
      </ul>
      <div className={styles.bars}>
        {rows.map(({ tag, counts, total }) => (
          <Link
            key={tag ?? ''}
            {...linkTo(dataset.id, tag === null ? { labelled: 'false' } : { tag }, onLeave)}
            className={styles.row ?? ''}
            aria-label={`${nameOf(tag)}: ${text.images(total)}`}
          >
            <span className={styles.name}>{nameOf(tag)}</span>
            <span className={styles.track}>
              {counts.map((count, index) => (
                <span
                  key={sets[index]}
                  title={`${text[`set${sets[index] ?? 'TRAIN'}`]}: ${text.number(count)}`}
                  style={{
                    width: `${(count / largest) * 100}%`,
                    background: SET_COLORS[sets[index] ?? 'TRAIN'],
                  }}
                />
              ))}
            </span>
            <span className="tabular">{text.number(total)}</span>
          </Link>
        ))}
      </div>
      <CountTable
        caption={text.classBySet}
        head={text.classNames}
        columns={[...sets.map((set) => text[`set${set}`]), text.total]}
        rows={table}
      />
    </>
  );
}

interface DaysProps extends Pick<ChartsProps, 'dataset' | 'onLeave'> {
  chart: ImagesPerDay;
}

function Days({ dataset, chart: { days, counts }, onLeave }: DaysProps) {
  const text = useText();
  const { language } = useLanguage();
  if (sum(counts) === 0) return <p className="secondary">{text.nothingToShow}</p>;
  const largest = Math.max(1, ...counts);
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  const names = days.map(({ from }) => format.format(from));
  const rows = days.map(({ from }, index) => ({
    id: String(from),
    name: names[index] ?? '',
    counts: [counts[index] ?? 0],
  }));
  return (
    <>
      <p className="secondary">{text.lastDays(days.length)}</p>
      <div className={styles.days}>
        {days.map(({ from, to }, index) => (
          <Link
            key={from}
            {...linkTo(dataset.id, { from: String(from), to: String(to) }, onLeave)}
            className={styles.day ?? ''}
            aria-label={`${names[index]}: ${text.images(counts[index] ?? 0)}`}
            isDisabled={counts[index] === 0}
          >
            <span style={{ height: `${((counts[index] ?? 0) / largest) * 100}%` }} />
          </Link>
        ))}
      </div>
      <p className={styles.axis} aria-hidden="true">
        <span>{names[0]}</span>
        <span>{text.images(largest)}</span>
        <span>{names.at(-1)}</span>
      </p>
      <CountTable
        caption={text.imagesPerDay}
        head={text.day}
        columns={[text.total]}
        rows={rows.filter(({ counts: [count] }) => count !== 0)}
      />
    </>
  );
}

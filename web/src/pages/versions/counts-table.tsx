import type { Tag } from '../../data/records/tags.ts';
import { nameIn } from '../../data/records/tags.ts';
import type { VersionCounts } from '../../data/versions/versions.ts';
import { percent } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SetBar } from '../../ui/set-bar.tsx';
import { SET_COLORS } from '../../ui/set-color.ts';
import styles from './versions.module.css';

/** In the usual order. */
export const SETS = ['TRAIN', 'VALIDATION', 'TEST'] as const;
export type SetCounts = VersionCounts['sets'];

/** Numbers of something in each set. */
export interface SetRow {
  id: string;
  name: string;
  color?: string | undefined;
  total: number;
  sets: SetCounts;
}

export interface ClassLook {
  /** The classes with the names to show. */
  tags: readonly Pick<Tag, 'id' | 'name'>[];
  /** The color of a class; undefined if the dataset no longer has it. */
  colorOf: (tag: string) => string | undefined;
}

interface CountsTableProps extends ClassLook {
  counts: VersionCounts;
  isFaded?: boolean;
}

/** Images of each class in each set, and the share of each set. */
export function CountsTable({ counts, tags, colorOf, isFaded = false }: CountsTableProps) {
  const text = useText();
  const all: SetRow = { id: '', name: text.allImages, total: counts.images, sets: counts.sets };
  const nameOf = nameIn(tags);
  const rows = counts.tags
    .filter(({ images, tag }) => images > 0 || tags.some(({ id }) => id === tag))
    .map(
      ({ tag, images, sets }): SetRow => ({
        ...{ id: tag, name: nameOf(tag), color: colorOf(tag) },
        ...{ total: images, sets },
      }),
    );
  return (
    <SetsTable title={text.inSets} head={text.setClass} rows={[all, ...rows]} isFaded={isFaded} hasSum />
  );
}

interface SetsTableProps {
  title: string;
  /** Of the column of names. */
  head: string;
  rows: readonly SetRow[];
  /** The first row is the sum of all. */
  hasSum?: boolean;
  isFaded?: boolean;
}

export function SetsTable({ title, head, rows, hasSum = false, isFaded = false }: SetsTableProps) {
  const text = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable, so that keys can scroll it
    <section className={styles.scroll} aria-label={title} tabIndex={0}>
      <table className={classNames(styles.counts, hasSum && styles.summed, isFaded && styles.faded)}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {SETS.map((set) => (
              <th key={set} scope="col">
                <span className={styles.key} style={{ background: SET_COLORS[set] }} />
                {text[`set${set}`]}
              </th>
            ))}
            <th scope="col">{text.total}</th>
          </tr>
        </thead>
        <tbody className="tabular">
          {rows.map((row) => (
            <CountRow key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CountRow({ row: { name, color, total, sets } }: { row: SetRow }) {
  const text = useText();
  const { language } = useLanguage();
  return (
    <tr>
      <th scope="row">
        <span className={styles.rowName}>
          {color && <span className={styles.dot} style={{ background: color }} />}
          {name}
        </span>
        <SetBar sets={sets} />
      </th>
      {SETS.map((set) => (
        <td key={set}>
          {text.number(sets[set])}
          <span className={styles.share}>{total > 0 && percent(language, sets[set] / total)}</span>
        </td>
      ))}
      <td>{text.number(total)}</td>
    </tr>
  );
}

import type { Dataset } from '../../data/records/datasets.ts';
import { nameIn } from '../../data/records/tags.ts';
import type { VersionCounts } from '../../data/versions/versions.ts';
import { useText } from '../../text/use-text.tsx';
import { Caution } from '../../ui/said/caution.tsx';
import { type ClassLook, SETS, type SetRow, SetsTable } from './counts-table.tsx';
import { LABELS, misleadingIn } from './misleading.ts';

interface HeldProps extends ClassLook {
  counts: VersionCounts;
  type: Dataset['type'];
  isFaded?: boolean;
}

/** Who has labelled the images of each set, how many objects they have, and what a trainer would take for more than it is. */
export function Held({ counts, type, tags, colorOf, isFaded = false }: HeldProps) {
  const text = useText();
  const { labels } = counts;
  if (!labels) return null;
  const rows = LABELS.map((label): SetRow => {
    const sets = setsOf((set) => labels[set][label]);
    return { id: label, name: text.labelNames[label], sets, total: totalOf(sets) };
  });
  const objects = counts.tags.flatMap(({ tag, objects: sets }): SetRow[] => {
    const total = sets ? totalOf(sets) : 0;
    const name = nameIn(tags)(tag);
    return sets && total > 0 ? [{ id: tag, name, color: colorOf(tag), sets, total }] : [];
  });
  const warnings = misleadingIn(counts, type);
  return (
    <>
      <Caution
        title={text.misleading}
        sentences={warnings.map(({ code, count }) => text.misleadingTexts[code](count))}
      />
      <SetsTable
        title={text.whoLabelled}
        head={text.whoLabelled}
        rows={rows.filter(({ total, id }) => total > 0 || id === 'manual')}
        isFaded={isFaded}
      />
      {objects.length > 0 && (
        <SetsTable title={text.objectsInSets} head={text.objects} rows={objects} isFaded={isFaded} />
      )}
    </>
  );
}

type Sets = SetRow['sets'];

const setsOf = (count: (set: (typeof SETS)[number]) => number): Sets => ({
  TRAIN: count('TRAIN'),
  TEST: count('TEST'),
  VALIDATION: count('VALIDATION'),
});

const totalOf = (sets: Sets): number => SETS.reduce((sum, set) => sum + sets[set], 0);

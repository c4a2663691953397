import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../app/places/addresses.ts';
import { showError } from '../../app/state/undo-history.ts';
import { useCommands } from '../../app/use-commands.ts';
import { onImageNews } from '../../data/images/image-bus.ts';
import type { ImageList } from '../../data/images/image-list.ts';
import type { Judgement } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import type { Monitor } from '../../data/records/monitors.ts';
import { downloadImages } from '../../data/versions/download.ts';
import { useText } from '../../text/use-text.tsx';
import { CommandBar } from '../../ui/form/command-button.tsx';
import { SelectionBar } from '../../ui/frame/selection-bar.tsx';
import { gridCommands } from './commands.ts';
import styles from './dataset.module.css';
import { type FilterState, toImageFilter } from './filter.ts';
import { Grid } from './grid/grid.tsx';
import { GroupHeader } from './group-header.tsx';
import { NOTHING, selectAll, without } from './selection.ts';
import { type Groups, OLDER } from './use-groups.ts';
import { useJudge } from './use-judge.ts';
import { useLists } from './use-lists.ts';
import { useSelected } from './use-selected.ts';

interface DatasetGridProps {
  dataset: Dataset;
  filter: FilterState;
  /** Null until they have been read. */
  monitors: readonly Monitor[] | null;
  groups: Groups;
  keys: ReadonlyMap<string, string>;
}

/** The grid of a dataset's images, with selection, keyboard shortcuts and the toolbar for selected images. */
export function DatasetGrid({ dataset, filter, monitors, groups, keys }: DatasetGridProps) {
  const text = useText();
  const [selection, setSelection] = useSelection(dataset.id, filter);
  const lists = useLists(dataset.id, groups.listed);
  const looks = useMemo(
    () => new Map(dataset.tags.map(({ id, name, color }) => [id, { name, color }])),
    [dataset.tags],
  );
  const headers = useHeaders(groups, monitors);
  const judge = useJudge(dataset.id, (tag) => looks.get(tag)?.name ?? tag);
  const selected = useSelected(dataset.id, lists, selection.ids);
  const images = selected();
  const clear = () => setSelection((before) => ({ ...NOTHING, focus: before.focus }));
  const judgeSelected = (judgement: Judgement) => {
    void judge(selected(), judgement);
    if (judgement.decision === 'reject') clear();
  };
  const download = () =>
    void downloadImages(dataset, [...selection.ids]).catch((error: unknown) => showError(error, text));
  const [, go] = useLocation();
  // With the filter of this page.
  const open = (id: string) => go(`${addresses.image(dataset.id, id)}${location.search}`);
  const commands = gridCommands(
    {
      ...{ dataset, keys, images, download, clear, judge: judgeSelected },
      open: () => [...selection.ids].slice(0, 1).forEach(open),
      selectAll: () => setSelection((before) => selectAll(before, loadedIn(lists))),
    },
    text,
  );
  useCommands([...commands.bar, ...commands.others]);
  return (
    <>
      <Grid
        label={text.timeline}
        groups={headers}
        lists={lists}
        looks={looks}
        selection={selection}
        onSelect={setSelection}
        onUnknown={groups.readOlder}
        onOpen={({ id }) => open(id)}
      />
      <SelectionBar count={images.length} className={styles.actions}>
        <CommandBar of={commands.bar} />
      </SelectionBar>
    </>
  );
}

/** The selection is cleared when other images are shown: keys must not act on images that are not visible. */
function useSelection(dataset: string, filter: FilterState) {
  const [selection, setSelection] = useState(NOTHING);
  const shown = JSON.stringify([dataset, toImageFilter(filter)]);
  const [chosenIn, setChosenIn] = useState(shown);
  if (chosenIn !== shown) {
    setChosenIn(shown);
    setSelection(NOTHING);
  }
  useEffect(
    () =>
      onImageNews(dataset, (news) => {
        const gone = new Set([...news].flatMap(([id, image]) => (image ? [] : [id])));
        setSelection((before) => without(before, gone));
      }),
    [dataset],
  );
  return [selection, setSelection] as const;
}

/** Ids of all images that this page has loaded. The toolbar shows their number. */
function* loadedIn(lists: ReadonlyMap<string, ImageList>): Generator<string> {
  for (const list of lists.values())
    for (const { items } of list.store.get().ranges.all) for (const { id } of items) yield id;
}

function useHeaders({ listed, timeline }: Groups, monitors: readonly Monitor[] | null) {
  const text = useText();
  return useMemo(
    () =>
      listed.map(({ id, size }) => {
        const group = timeline.get(id);
        const name = monitors?.find((each) => each.id === group?.monitor)?.name;
        // An id that is replaced by a name a moment later would flicker.
        const monitor = monitors === null ? '' : (name ?? group?.monitor ?? '');
        const header: ReactNode = group ? (
          <GroupHeader group={group} monitor={monitor} />
        ) : id === OLDER ? (
          <h3>{text.older}</h3>
        ) : null;
        return { id, count: size.count, header, isGuess: id === OLDER };
      }),
    [listed, timeline, monitors, text],
  );
}

import { type Dispatch, type ReactNode, type SetStateAction, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../app/places/addresses.ts';
import { notify } from '../../app/state/toasts.ts';
import { attempt } from '../../app/state/undo-history.ts';
import { useCommands } from '../../app/use-commands.ts';
import { readBetween } from '../../data/changes/read-between.ts';
import { onImageNews } from '../../data/images/image-bus.ts';
import type { ImageList } from '../../data/images/image-list.ts';
import type { Judgement } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import type { Monitor } from '../../data/records/monitors.ts';
import { nameIn } from '../../data/records/tags.ts';
import { downloadImages } from '../../data/versions/download.ts';
import { useText } from '../../text/use-text.tsx';
import { CommandBar } from '../../ui/form/command-button.tsx';
import bars from '../../ui/frame/selection-bar.module.css';
import { SelectionBar } from '../../ui/frame/selection-bar.tsx';
import { selectChosen } from './all/select-chosen.ts';
import { useSelectGroup } from './all/select-group.ts';
import type { ChangeShown } from './all/use-change-all.ts';
import { useChoosing } from './all/use-choosing.ts';
import { useEverything } from './all/use-everything.ts';
import { useShown } from './all/use-shown.ts';
import { gridCommands } from './commands.ts';
import styles from './dataset.module.css';
import { type FilterState, SETS, toImageFilter } from './filter.ts';
import { Grid } from './grid/grid.tsx';
import { useGridPlace } from './grid/use-grid-place.ts';
import { GroupHeader } from './group-header.tsx';
import { NOTHING, type Selection, without } from './selection.ts';
import { type Groups, OLDER } from './use-groups.ts';
import { useJudge } from './use-judge.ts';
import { useSelected } from './use-selected.ts';

interface DatasetGridProps {
  dataset: Dataset;
  filter: FilterState;
  /** Null until they have been read. */
  monitors: readonly Monitor[] | null;
  groups: Groups;
  keys: ReadonlyMap<string, string>;
  lists: ReadonlyMap<string, ImageList>;
  /** The counters as text; null until they are known. */
  counted: string | null;
  /** Changes all images that are shown. Null while that is being done. */
  changeShown: ChangeShown | null;
}

/** The grid of a dataset's images, with selection, keyboard shortcuts and the toolbar for selected images. */
export function DatasetGrid(props: DatasetGridProps) {
  const { dataset, filter, monitors, groups, lists, changeShown } = props;
  const text = useText();
  const [selection, setSelection] = useSelection(dataset.id, filter);
  const total = useShown(dataset, props.filter, groups.total, lists);
  const looks = useMemo(
    () => new Map(dataset.tags.map(({ id, name, color }) => [id, { name, color }])),
    [dataset.tags],
  );
  const [, go] = useLocation();
  const { open, ...place } = useGridPlace(dataset.id);
  const { bar, count, choosing, onSelect, selectGroup } = useGridCommands({
    ...props,
    selection,
    setSelection,
    lists,
    total,
    open,
    openSimilar: (id) => go(addresses.similar(dataset.id, id)),
  });
  const headers = useHeaders(groups, monitors, selectGroup);
  return (
    <>
      <Grid
        label={text.timeline}
        groups={headers}
        lists={lists}
        looks={looks}
        selection={selection}
        onSelect={onSelect}
        onUnknown={groups.readOlder}
        {...place}
        dataset={dataset.id}
        counted={props.counted}
      />
      {choosing > 0 && (
        <div className={styles.actions}>
          <p className={bars.toolbar} role="status">
            {text.selecting(choosing)}
          </p>
        </div>
      )}
      {changeShown && choosing === 0 && (
        <SelectionBar count={count} className={styles.actions}>
          <CommandBar of={bar} />
        </SelectionBar>
      )}
    </>
  );
}

interface Selecting extends DatasetGridProps {
  selection: Selection;
  setSelection: Dispatch<SetStateAction<Selection>>;
  /** How many images are shown. */
  total: number;
  open: (id: string) => void;
  openSimilar: (id: string) => void;
}

/** @returns those of the toolbar, and how many images are selected */
function useGridCommands({ dataset, filter, keys, changeShown, selection, ...page }: Selecting) {
  const text = useText();
  const { setSelection, lists, open } = page;
  const judge = useJudge(dataset.id, nameIn(dataset.tags));
  const { selected, learn } = useSelected(dataset.id, lists, selection.ids);
  const { choosing, choose } = useChoosing();
  const selectAll = useEverything({ dataset, filter, choose, ...page });
  const { selectGroup, selectSession } = useSelectGroup(dataset.id, {
    ...{ ...page, choose, learn },
    focus: selection.focus,
  });
  const images = selected();
  const { ids, all } = selection;
  const clear = () => setSelection((before) => ({ ...NOTHING, focus: before.focus }));
  const judgeSelected = (judgement: Judgement) => {
    if (all) void changeShown?.({ ...toImageFilter(filter), ...all }, judgement);
    else void judge(selected(), judgement);
    // All are no longer as they were shown.
    if (all || judgement.decision === 'reject') clear();
  };
  const download = async () => {
    const ended = notify({ message: text.packing(text.images(all?.shown ?? ids.size)) });
    const found = all && (await readBetween(dataset.id, toImageFilter(filter), [null, null]));
    await downloadImages(dataset, found?.map(({ id }) => id) ?? [...ids]).finally(ended);
  };
  const { set } = toImageFilter(filter);
  const sets = set === undefined ? SETS : [set].flat();
  const commands = gridCommands(
    {
      ...{ dataset, keys, images, clear, selectSession },
      ...{ judge: judgeSelected, selectAll },
      download: () => void attempt(download, text),
      open: () => [...ids].slice(0, 1).forEach(open),
      similar: () => {
        const { focus } = selection;
        // Of several, that with the focus.
        const [like] = focus?.id && ids.has(focus.id) ? [focus.id] : ids;
        if (like !== undefined) page.openSimilar(like);
      },
      shown: { count: page.total, areSelected: all !== null, sets },
    },
    text,
  );
  useCommands(changeShown && choosing === 0 ? [...commands.bar, ...commands.others] : commands.others);
  const onSelect = (next: Selection) =>
    selectChosen(next, { dataset: dataset.id, groups: page.groups.listed, setSelection, choose, learn });
  return { bar: commands.bar, count: all?.shown ?? images.length, choosing, onSelect, selectGroup };
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

function useHeaders(
  { listed, timeline }: Groups,
  monitors: readonly Monitor[] | null,
  selectGroup: (id: string) => void,
) {
  const text = useText();
  return useMemo(
    () =>
      listed.map(({ id, size }) => {
        const group = timeline.get(id);
        const name = monitors?.find((each) => each.id === group?.monitor)?.name;
        // An id that is replaced by a name a moment later would flicker.
        const monitor = monitors === null ? '' : (name ?? group?.monitor ?? '');
        const header: ReactNode = group ? (
          <GroupHeader group={group} monitor={monitor} onSelect={() => selectGroup(id)} />
        ) : id === OLDER ? (
          <h3>{text.older}</h3>
        ) : null;
        return { id, count: size.count, header, isGuess: id === OLDER };
      }),
    [listed, timeline, monitors, selectGroup, text],
  );
}

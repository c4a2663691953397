import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { GridPlace } from '../../../app/places/grid-place.ts';
import type { ImageList } from '../../../data/images/image-list.ts';
import { ListMemory } from '../../../data/images/list-memory.ts';
import { reasonOf } from '../../../text/refused/reason.ts';
import { useText } from '../../../text/use-text.tsx';
import { useViewport, type Viewport } from '../../../ui/frame/use-viewport.ts';
import { isSelected, NOTHING, type Selection, select, settled } from '../selection.ts';
import { type GroupSize, type Layout, layOut, placeOf, type Section, visibleIn } from '../timeline-layout.ts';
import styles from './grid.module.css';
import { moveFocus } from './grid-keys.ts';
import { Marquee } from './marquee.tsx';
import type { ClassLook } from './outline.ts';
import { Places } from './places.ts';
import { Tile } from './tile.tsx';
import { useTileSize } from './tile-size.ts';
import { useFresh } from './use-fresh.ts';
import { useHold } from './use-hold.ts';
import { useStart } from './use-start.ts';

export interface GridGroup extends GroupSize {
  /** The line above its images. */
  header: ReactNode;
}

interface GridProps {
  label: string;
  groups: readonly GridGroup[];
  lists: ReadonlyMap<string, ImageList>;
  looks: ReadonlyMap<string, ClassLook>;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onOpen: (place: GridPlace) => void;
  /** Where to begin; null: at the top. */
  start: GridPlace | null;
  onStay: (place: GridPlace | null) => void;
  dataset: string;
  /** The counters of the dataset as text; null until they are known. */
  counted: string | null;
  /** Called when a group without a list scrolls into view. */
  onUnknown: () => void;
}

const HEADER = 44;
/** Above a list without headers. */
const NO_HEADER = 8;
const GRID = { preferredTile: 176, ratio: 4 / 3, gap: 4, footer: 20 };
const MARGIN = 16;
/** Pixels above and below the visible part for which images are loaded. */
const AHEAD = 600;
/** Most images that are kept in memory, of all groups together. */
const MAX_KNOWN = 1_200;
/** Milliseconds until a failed request is retried. */
const RETRY_AFTER = 5_000;

/** A long timeline of images. Only visible tiles are rendered; their positions are known before any image is loaded. */
export function Grid(props: GridProps) {
  const { label, groups, lists, onSelect, onOpen, onUnknown } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const viewport = useViewport(scroller);
  const layout = useLayout(groups, viewport.width);
  const name = useId();
  useVersion(lists);
  const hasFailed = [...lists.values()].some((list) => list.store.get().error !== null);
  const images = useMemo(() => new Places(layout, lists), [layout, lists]);
  const selection = settled(props.selection, images.idAt, images.placeOf);
  useWanted(layout, lists, viewport, hasFailed, onUnknown);
  usePlace(props, { scroller, layout, images, viewport });
  // A finger's Shift: from the last tile that was pressed to the one that it rests on.
  const { handlers, isTouched } = useHold((on) => {
    const place = Number(on.closest('[role=option]')?.getAttribute('aria-posinset'));
    if (place > 0)
      onSelect(select(selection, place - 1, selection.ids.size > 0 ? 'extend' : 'only', images.idAt));
  });
  const press = (at: number, event: MouseEvent) => {
    const adds = event.ctrlKey || event.metaKey || isTouched();
    const how = event.shiftKey ? 'range' : adds ? 'toggle' : 'only';
    onSelect(select(selection, at, how, images.idAt));
    scroller.current?.focus({ preventScroll: true });
  };
  const open = (at: number) => {
    const id = images.idAt(at);
    if (id !== null) onOpen({ at, id });
  };
  const move = (event: KeyboardEvent) =>
    moveFocus(event, { layout, selection, images, onSelect, open, scroller: scroller.current });
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label={label}
      aria-multiselectable
      tabIndex={0}
      className={styles.scroller}
      onKeyDown={move}
      {...handlers}
      {...(selection.focus && { 'aria-activedescendant': `${name}-${selection.focus.at}` })}
    >
      <div className={styles.canvas} role="presentation" style={{ height: layout.height }}>
        <Sections
          {...props}
          {...{ name, layout, images, viewport, selection }}
          onPress={press}
          onOpenAt={open}
        />
        <Marquee {...{ scroller, layout, images, selection, onSelect }} margin={MARGIN} />
      </div>
    </div>
  );
}

/** Where the grid begins and is, and that what it shows is what the records say. */
function usePlace(
  { start, dataset, counted, onSelect, onStay }: GridProps,
  shown: Pick<Parameters<typeof useStart>[0], 'scroller' | 'layout' | 'images' | 'viewport'>,
): void {
  const { layout, images, viewport } = shown;
  useStart({ ...shown, start, onStay, onFocus: (focus) => onSelect({ ...NOTHING, focus }) });
  useFresh(dataset, counted, () => {
    const seen = visibleIn(layout, viewport.top, viewport.top + viewport.height);
    const places = seen.flatMap(({ section: { first }, from, to }) =>
      Array.from({ length: to - from }, (_, index) => images.at(first + from + index)),
    );
    return places.filter((image) => image !== undefined);
  });
}

interface SectionsProps extends GridProps {
  /** Prefix for the ids of its tiles. */
  name: string;
  layout: Layout;
  images: Places;
  viewport: Viewport;
  onPress: (at: number, event: MouseEvent) => void;
  onOpenAt: (at: number) => void;
}

/** The visible headers and tiles. */
function Sections(props: SectionsProps) {
  const { groups, lists, layout, viewport } = props;
  const seen = visibleIn(layout, viewport.top - AHEAD / 3, viewport.top + viewport.height + AHEAD / 3);
  return seen.map(({ section, from, to }) => (
    // biome-ignore lint/a11y/useSemanticElements: groups of options, not of fields
    <div key={section.id} role="group" aria-labelledby={`${props.name}-${section.id}`}>
      <div
        id={`${props.name}-${section.id}`}
        // A list box may contain only options and labelled groups.
        aria-hidden="true"
        className={styles.header}
        style={{ top: section.top, height: layout.grid.header }}
      >
        {groups.find(({ id }) => id === section.id)?.header}
      </div>
      <ListError list={lists.get(section.id)} top={section.top + layout.grid.header} />
      {Array.from({ length: to - from }, (_, index) => tileOf(props, section, section.first + from + index))}
    </div>
  ));
}

function tileOf(props: SectionsProps, section: Section, at: number): ReactNode {
  const { name, groups, looks, layout, images, selection, onPress, onOpenAt } = props;
  const image = images.at(at);
  return (
    <Tile
      key={at}
      id={`${name}-${at}`}
      at={at}
      total={groups.reduce((sum, { count }) => sum + count, 0)}
      place={placeOf(layout, section, at - section.first)}
      image={image}
      looks={looks}
      isSelected={image !== undefined && isSelected(selection, image)}
      isFocused={selection.focus?.at === at}
      onPress={onPress}
      onOpen={onOpenAt}
    />
  );
}

export function useLayout(groups: readonly GridGroup[], width: number): Layout {
  const inner = Math.max(1, width - 2 * MARGIN);
  const isNarrow = inner < 500;
  const size = useTileSize();
  return useMemo(() => {
    const header = groups.some((group) => group.header) ? HEADER : NO_HEADER;
    const preferredTile = size * (isNarrow ? 116 : GRID.preferredTile);
    return layOut(groups, { ...GRID, header, width: inner, preferredTile });
  }, [groups, inner, isNarrow, size]);
}

/** Renders again when one of the lists changes. */
export function useVersion(lists: ReadonlyMap<string, ImageList>): void {
  const version = useRef(0);
  const subscribe = useMemo(
    () => (listener: () => void) => {
      const note = () => {
        version.current += 1;
        listener();
      };
      const ends = [...lists.values()].map((list) => list.store.subscribe(note));
      return () => {
        for (const end of ends) end();
      };
    },
    [lists],
  );
  useSyncExternalStore(subscribe, () => version.current);
}

function useWanted(
  layout: Layout,
  lists: ReadonlyMap<string, ImageList>,
  { top, height }: { top: number; height: number },
  hasFailed: boolean,
  onUnknown: () => void,
): void {
  const memory = useRef(new ListMemory(MAX_KNOWN));
  useEffect(() => {
    if (height === 0) return;
    const ask = () => {
      for (const { section, from, to } of visibleIn(layout, top - AHEAD, top + height + AHEAD)) {
        if (to <= from) continue;
        const list = lists.get(section.id);
        if (!list) onUnknown();
        else memory.current.want(list, from, to);
      }
    };
    // Dragging the scrollbar passes thousands of images: do not load those that are only passed.
    const timer = setTimeout(ask, 60);
    const again = hasFailed ? setInterval(ask, RETRY_AFTER) : undefined;
    return () => {
      clearTimeout(timer);
      clearInterval(again);
    };
  }, [layout, lists, top, height, hasFailed, onUnknown]);
}

function ListError({ list, top }: { list: ImageList | undefined; top: number }) {
  const text = useText();
  const error = list?.store.get().error;
  if (!error) return null;
  return (
    <p className={styles.failed} style={{ top }} role="alert">
      {text.couldNotLoad}: {reasonOf(error, text)}
    </p>
  );
}

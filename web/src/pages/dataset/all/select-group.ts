import { useCallback, useRef } from 'react';
import { readBetween } from '../../../data/changes/read-between.ts';
import { type Spot, selectAll } from '../selection.ts';
import type { Groups } from '../use-groups.ts';
import type { ListedGroup } from '../use-lists.ts';
import type { Page } from './select-chosen.ts';

/** The group in which a position of the timeline is. */
export function groupAt(groups: readonly ListedGroup[], at: number): string | undefined {
  let first = 0;
  return groups.find(({ size }) => {
    first += size.count;
    return at < first;
  })?.id;
}

interface GroupPage extends Pick<Page, 'setSelection' | 'choose' | 'learn'> {
  groups: Groups;
  focus: Spot | null;
}

/** @returns `selectGroup` adds a group's images to the selection, loaded or not; `selectSession` does so with the session in focus, null without one */
export function useSelectGroup(dataset: string, page: GroupPage) {
  const latest = useRef(page);
  latest.current = page;
  const selectGroup = useCallback(
    (id: string) => {
      const { groups, setSelection, choose, learn } = latest.current;
      const group = groups.listed.find((each) => each.id === id);
      const filter = group?.filter;
      if (!filter) return;
      choose(group.size.count, async () => {
        const images = await readBetween(dataset, filter, [null, null]);
        learn(images);
        setSelection((before) => selectAll(before, [...before.ids, ...images.map((image) => image.id)]));
      });
    },
    [dataset],
  );
  const { focus, groups } = page;
  const session = focus ? groupAt(groups.listed, focus.at) : undefined;
  const isShown = session !== undefined && groups.timeline.has(session);
  return { selectGroup, selectSession: isShown ? () => selectGroup(session) : null };
}

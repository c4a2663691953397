import { useLocation } from 'wouter';
import { useStore } from '../data/live/store.ts';
import { useDatasets } from '../data/records/datasets.ts';
import { useMonitors } from '../data/records/monitors.ts';
import { useText } from '../text/use-text.tsx';
import { Dialog } from '../ui/frame/dialog.tsx';
import { type FoundSection, SearchList } from '../ui/search/search-list.tsx';
import { isSearching } from './commands.ts';
import { listEntries, useKeyGroups } from './keys.ts';
import { addresses } from './places/addresses.ts';

/** Ctrl+K: finds a dataset, a monitor or an action by its name. */
export function CommandMenu() {
  const text = useText();
  const isOpen = useStore(isSearching);
  const close = () => isSearching.set(false);
  return (
    <Dialog title={text.searchOrJump} isOpen={isOpen} onClose={close} bare>
      {isOpen && <Choices onDone={close} />}
    </Dialog>
  );
}

const Choices = ({ onDone }: { onDone: () => void }) => (
  <SearchList label={useText().searchOrJump} sections={useSections()} onDone={onDone} />
);

function useSections(): FoundSection[] {
  const text = useText();
  const [, go] = useLocation();
  const datasets = useDatasets();
  const monitors = useMonitors();
  const actions = listEntries(useKeyGroups());
  const jumps = (kind: 'dataset' | 'monitor', all: readonly { id: string; name: string }[]) =>
    all.map(({ id, name }) => ({ label: name, run: () => go(addresses[kind](id)) }));
  return [
    { title: text.datasets, items: datasets.state === 'ready' ? jumps('dataset', datasets.value) : [] },
    { title: text.monitors, items: monitors.state === 'ready' ? jumps('monitor', monitors.value) : [] },
    { title: text.actions, items: actions },
  ].filter(({ items }) => items.length > 0);
}

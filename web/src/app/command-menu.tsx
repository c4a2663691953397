import {
  Autocomplete,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { useLocation } from 'wouter';
import { useStore } from '../data/live/store.ts';
import { useDatasets } from '../data/records/datasets.ts';
import { useMonitors } from '../data/records/monitors.ts';
import { useText } from '../text/use-text.tsx';
import { Dialog } from '../ui/frame/dialog.tsx';
import menu from '../ui/frame/menu.module.css';
import { SearchIcon } from '../ui/icons.tsx';
import styles from './command-menu.module.css';
import { isSearching } from './commands.ts';
import { listEntries, useKeyGroups } from './keys.ts';
import { addresses } from './places/addresses.ts';

interface Command {
  id: string;
  label: string;
  run: () => void;
}

interface Section {
  title: string;
  commands: Command[];
}

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

function Choices({ onDone }: { onDone: () => void }) {
  const text = useText();
  const sections = useSections();
  const { contains } = useFilter({ sensitivity: 'base' });
  const run = (id: unknown) => {
    onDone();
    sections
      .flatMap(({ commands }) => commands)
      .find((command) => command.id === id)
      ?.run();
  };
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={text.searchOrJump} autoFocus className={styles.search ?? ''}>
        <SearchIcon />
        <Input
          className={styles.input ?? ''}
          placeholder={text.searchOrJump}
          // Otherwise the first Escape would only clear the field.
          onKeyDownCapture={({ key, nativeEvent }) =>
            key === 'Escape' && !nativeEvent.isComposing && onDone()
          }
        />
      </SearchField>
      <Menu
        aria-label={text.searchOrJump}
        className={styles.list ?? ''}
        onAction={run}
        renderEmptyState={() => <p className={styles.empty}>{text.noMatch}</p>}
      >
        {sections.map(({ title, commands }) => (
          <MenuSection key={title}>
            <Header className={menu.section}>{title}</Header>
            {commands.map(({ id, label }) => (
              <MenuItem key={id} id={id} textValue={label} className={styles.item ?? ''}>
                {label}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Autocomplete>
  );
}

function useSections(): Section[] {
  const text = useText();
  const [, go] = useLocation();
  const datasets = useDatasets();
  const monitors = useMonitors();
  const actions = listEntries(useKeyGroups());
  const jumps = (kind: 'dataset' | 'monitor', all: readonly { id: string; name: string }[]) =>
    all.map(({ id, name }) => ({ id: `${kind} ${id}`, label: name, run: () => go(addresses[kind](id)) }));
  return [
    { title: text.datasets, commands: datasets.state === 'ready' ? jumps('dataset', datasets.value) : [] },
    { title: text.monitors, commands: monitors.state === 'ready' ? jumps('monitor', monitors.value) : [] },
    { title: text.actions, commands: actions.map((each, at) => ({ id: `action ${at}`, ...each })) },
  ].filter(({ commands }) => commands.length > 0);
}

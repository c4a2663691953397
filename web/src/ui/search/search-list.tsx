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
import { useText } from '../../text/use-text.tsx';
import menu from '../frame/menu.module.css';
import { SearchIcon } from '../icons.tsx';
import styles from './search-list.module.css';

export interface Found {
  label: string;
  /** Of a dot before the label. */
  color?: string;
  run: () => void;
}

export interface FoundSection {
  /** Absent if there is only one. */
  title?: string;
  items: readonly Found[];
}

interface SearchListProps {
  label: string;
  sections: readonly FoundSection[];
  /** Called before what was chosen is done, and by Escape. */
  onDone: () => void;
}

/** With a finger, the list is of more use than a keyboard that covers it. */
const hasKeyboard = !matchMedia('(pointer: coarse)').matches;

/** The content of a dialog: a list in which one item is chosen, and a field that searches it. */
export function SearchList({ label, sections, onDone }: SearchListProps) {
  const { noMatch } = useText();
  const { contains } = useFilter({ sensitivity: 'base' });
  const run = (id: unknown) => {
    const [section, item] = String(id).split(' ').map(Number);
    onDone();
    sections[section as number]?.items[item as number]?.run();
  };
  const itemsOf = (items: readonly Found[], section: number) =>
    items.map(({ label: name, color }, item) => {
      // An item may not change its id, and sections come as they are loaded.
      const id = `${section} ${item}`;
      return (
        <MenuItem key={id} id={id} textValue={name} className={styles.item ?? ''}>
          {color && <span className={styles.dot} style={{ background: color }} />}
          {name}
        </MenuItem>
      );
    });
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={label} autoFocus={hasKeyboard} className={styles.search ?? ''}>
        <SearchIcon />
        <Input
          className={styles.input ?? ''}
          placeholder={label}
          // Otherwise the first Escape would only clear the field.
          onKeyDownCapture={({ key, nativeEvent }) =>
            key === 'Escape' && !nativeEvent.isComposing && onDone()
          }
        />
      </SearchField>
      <Menu
        aria-label={label}
        className={styles.list ?? ''}
        onAction={run}
        renderEmptyState={() => <p className={styles.empty}>{noMatch}</p>}
      >
        {sections.map(({ title, items }, section) =>
          title === undefined ? (
            itemsOf(items, section)
          ) : (
            <MenuSection key={title}>
              <Header className={menu.section}>{title}</Header>
              {itemsOf(items, section)}
            </MenuSection>
          ),
        )}
      </Menu>
    </Autocomplete>
  );
}

import { useText } from '../text/use-text.tsx';
import { IconButton } from '../ui/form/button.tsx';
import { SearchIcon } from '../ui/icons.tsx';
import { showSearch } from './command-menu.tsx';

export function SearchButton() {
  const text = useText();
  return <IconButton label={text.openSearch} shortcut="Ctrl+K" icon={<SearchIcon />} onPress={showSearch} />;
}

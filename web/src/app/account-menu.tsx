import { usePerson } from '../data/account.ts';
import { LANGUAGES, type Language, useLanguage, useText } from '../text/use-text.tsx';
import { IconButton } from '../ui/form/button.tsx';
import { Menu, MenuChoice, MenuItem, MenuSection } from '../ui/frame/menu.tsx';
import { PersonIcon } from '../ui/icons.tsx';
import { showKeys } from './keys-dialog.tsx';
import { askToSignOut } from './sign-out.tsx';
import { setTheme, THEMES, type Theme, useTheme } from './theme.ts';
import { VERSION } from './version.ts';

const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

export function AccountMenu() {
  const text = useText();
  const person = usePerson();
  const theme = useTheme();
  const { language, setLanguage } = useLanguage();
  const themeNames: Record<Theme, string> = {
    system: text.themeSystem,
    light: text.themeLight,
    dark: text.themeDark,
  };
  return (
    <Menu label={text.account} button={<IconButton label={text.account} icon={<PersonIcon />} />}>
      <MenuChoice title={text.theme} value={theme} onChoose={setTheme}>
        {THEMES.map((id) => (
          <MenuItem key={id} id={id}>
            {themeNames[id]}
          </MenuItem>
        ))}
      </MenuChoice>
      <MenuChoice title={text.chooseLanguage} value={language} onChoose={setLanguage}>
        {LANGUAGES.map((id) => (
          <MenuItem key={id} id={id}>
            {LANGUAGE_NAMES[id]}
          </MenuItem>
        ))}
      </MenuChoice>
      <MenuSection title={`Sightline ${VERSION}`}>
        <MenuItem onAction={showKeys}>{text.keyboardShortcuts}</MenuItem>
      </MenuSection>
      {person && (
        <MenuSection title={text.signedInAs(person.name)}>
          <MenuItem onAction={askToSignOut}>{text.signOut}</MenuItem>
        </MenuSection>
      )}
    </Menu>
  );
}

import { usePerson } from '../data/account.ts';
import { LANGUAGES, type Language, useLanguage, useText } from '../text/use-text.tsx';
import { IconButton } from '../ui/form/button.tsx';
import { CommandItems } from '../ui/form/command-button.tsx';
import { Menu, MenuChoice, MenuItem, MenuSection } from '../ui/frame/menu.tsx';
import { PersonIcon } from '../ui/icons.tsx';
import { appCommands } from './commands.ts';
import { setTheme, THEMES, type Theme, useTheme } from './theme.ts';
import { VERSION } from './version.ts';

const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

export function AccountMenu() {
  const text = useText();
  const person = usePerson();
  const theme = useTheme();
  const { keys, signOut } = appCommands(text);
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
        <CommandItems of={[keys]} />
        <MenuItem href="/licenses.txt" target="_blank">
          {text.licenses}
        </MenuItem>
      </MenuSection>
      {person && (
        <MenuSection title={text.signedInAs(person.name)}>
          <CommandItems of={[signOut]} />
        </MenuSection>
      )}
    </Menu>
  );
}

import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { en, type Texts } from './en.ts';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

interface Speech {
  text: Texts;
  language: Language;
  setLanguage: (language: Language) => void;
}

const KEY = 'language';
const Context = createContext<Speech>({ text: en, language: 'en', setLanguage: () => {} });

const isLanguage = (value: string | null | undefined): value is Language =>
  LANGUAGES.some((each) => each === value);

/** What this browser was told to speak, else what it asks for. */
function chosenLanguage(): Language {
  const stored = localStorage.getItem(KEY);
  if (isLanguage(stored)) return stored;
  const wished = navigator.languages.map((each) => each.slice(0, 2)).find(isLanguage);
  return wished ?? 'en';
}

/** Only the language that is spoken is loaded. */
const load = async (language: Language): Promise<Texts> =>
  language === 'de' ? (await import('./de.ts')).de : en;

export function TextProvider({ children }: { children: ReactNode }) {
  const [spoken, setSpoken] = useState<{ text: Texts; language: Language } | null>(null);
  const speak = useCallback(async (language: Language) => {
    const text = await load(language);
    document.documentElement.lang = language;
    setSpoken({ text, language });
  }, []);
  useEffect(() => void speak(chosenLanguage()), [speak]);
  const speech = useMemo(() => {
    if (!spoken) return null;
    const setLanguage = (language: Language) => {
      localStorage.setItem(KEY, language);
      void speak(language);
    };
    return { ...spoken, setLanguage };
  }, [spoken, speak]);
  if (!speech) return null;
  return (
    <I18nProvider locale={speech.language}>
      <Context value={speech}>{children}</Context>
    </I18nProvider>
  );
}

export const useText = (): Texts => useContext(Context).text;
export const useLanguage = (): Speech => useContext(Context);

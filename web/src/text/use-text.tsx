import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { en, type Texts } from './en.ts';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

interface LanguageState {
  text: Texts;
  language: Language;
  setLanguage: (language: Language) => void;
}

const KEY = 'language';
const Context = createContext<LanguageState>({ text: en, language: 'en', setLanguage: () => {} });

const isLanguage = (value: string | null | undefined): value is Language =>
  LANGUAGES.some((each) => each === value);

/** The language that was chosen in this browser, else the browser's preferred one. */
function chosenLanguage(): Language {
  const stored = localStorage.getItem(KEY);
  if (isLanguage(stored)) return stored;
  const preferred = navigator.languages.map((each) => each.slice(0, 2)).find(isLanguage);
  return preferred ?? 'en';
}

/** German is loaded only when it is needed. */
const load = async (language: Language): Promise<Texts> =>
  language === 'de' ? (await import('./de.ts')).de : en;

export function TextProvider({ children }: { children: ReactNode }) {
  const [loaded, setLoaded] = useState<{ text: Texts; language: Language } | null>(null);
  const show = useCallback(async (language: Language) => {
    const text = await load(language);
    document.documentElement.lang = language;
    setLoaded({ text, language });
  }, []);
  useEffect(() => void show(chosenLanguage()), [show]);
  const state = useMemo(() => {
    if (!loaded) return null;
    const setLanguage = (language: Language) => {
      localStorage.setItem(KEY, language);
      void show(language);
    };
    return { ...loaded, setLanguage };
  }, [loaded, show]);
  if (!state) return null;
  return (
    <I18nProvider locale={state.language}>
      <Context value={state}>{children}</Context>
    </I18nProvider>
  );
}

export const useText = (): Texts => useContext(Context).text;
export const useLanguage = (): LanguageState => useContext(Context);

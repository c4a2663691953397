import { Store, useStore } from '../data/live/store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';
const stored = localStorage.getItem(KEY);
const theme = new Store<Theme>(THEMES.find((each) => each === stored) ?? 'system');

export const useTheme = (): Theme => useStore(theme);

/** Kept in this browser; `public/theme.js` reads it before the first paint. */
export function setTheme(next: Theme): void {
  theme.set(next);
  localStorage.setItem(KEY, next);
  if (next === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
}

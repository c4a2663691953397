/** Which classes somebody has given last, by name and newest first, in this browser. */
const KEY = 'last used';
const MOST = 50;

function lastUsed(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '');
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    // Nothing is stored, or something else.
    return [];
  }
}

export function noteUse(name: string): void {
  try {
    const names = [name, ...lastUsed().filter((each) => each !== name)];
    localStorage.setItem(KEY, JSON.stringify(names.slice(0, MOST)));
  } catch {
    // The browser's storage is full or disabled: the order stays.
  }
}

export function lastUsedFirst<T extends { label: string }>(all: readonly T[]): T[] {
  const names = lastUsed();
  const placeOf = ({ label }: T) => (names.includes(label) ? names.indexOf(label) : MOST);
  return all.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `340 byte`, `1.2 MB`, `12 GB`: steps of 1,000, as Cloud Storage bills them. */
export function bytes(language: string, value: number): string {
  let at = 0;
  let shown = value;
  for (; shown >= 1000 && at < UNITS.length - 1; at += 1) shown /= 1000;
  const unit = UNITS[at] ?? 'byte';
  const maximumFractionDigits = at === 0 || shown >= 10 ? 0 : 1;
  const style = { style: 'unit', unit, unitDisplay: at === 0 ? 'long' : 'short' } as const;
  return new Intl.NumberFormat(language, { ...style, maximumFractionDigits }).format(shown);
}

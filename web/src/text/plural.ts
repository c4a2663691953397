/** Numbers and plurals: `plural('en', 3, { one: 'image', other: 'images' })` is `3 images`, formatted for the language. */
const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

export interface Forms {
  one: string;
  other: string;
}

export function formatNumber(language: string, value: number): string {
  let format = numbers.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language);
    numbers.set(language, format);
  }
  return format.format(value);
}

export function plural(language: string, count: number, forms: Forms): string {
  let rule = rules.get(language);
  if (!rule) {
    rule = new Intl.PluralRules(language);
    rules.set(language, rule);
  }
  const form = rule.select(count) === 'one' ? forms.one : forms.other;
  return `${formatNumber(language, count)} ${form}`;
}

/** Formats figures and tables for the page. */

export const amountOf = (per: number): string => {
  if (per === 2 ** 30) return '2³⁰';
  return per.toLocaleString('en-US');
};

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
export const round2 = (value: number): string => String(Math.round(value * 100) / 100);

/** $0.0012, $4.20, $1,234. */
export function money(value: number): string {
  if (value >= 100) return `$${Math.round(value).toLocaleString('en-US')}`;
  return value >= 0.1 ? `$${value.toFixed(2)}` : `$${Number(value.toPrecision(2))}`;
}

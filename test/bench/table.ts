import type { Row } from './row.ts';

const HEAD = ['', 'ours', 'reference', 'unit', 'ratio', 'bar', 'met', 'note'];

/** Prints rows in columns; figures without a reference leave its columns empty. */
export function printTable(rows: readonly Row[]): void {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) {
    const columns = line.map((cell, column) =>
      [1, 2, 4].includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
    console.log(columns.join('  ').trimEnd());
  }
}

function cells({ name, ours, reference, unit, ratio, bar, note = '' }: Row): string[] {
  return [name, show(ours), show(reference), unit, show(ratio), bar, verdict(ratio, bar), note];
}

const show = (value: number): string =>
  Number.isNaN(value)
    ? ''
    : value >= 100 || Number.isInteger(value)
      ? value.toFixed(0)
      : value.toPrecision(3);

/** Bars are written `>= 0.8` or `<= 3`. */
export function verdict(ratio: number, bar: string): string {
  const [, sign, limit] = /^([<>]=) ([\d.]+)/.exec(bar) ?? [];
  if (!sign || Number.isNaN(ratio)) return '';
  return (sign === '>=' ? ratio >= Number(limit) : ratio <= Number(limit)) ? 'yes' : 'NO';
}

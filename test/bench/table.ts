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
  return [
    name,
    show(ours),
    show(reference),
    unit,
    show(ratio),
    bar,
    verdict(Number.isNaN(ratio) ? ours : ratio, bar),
    note,
  ];
}

const show = (value: number): string =>
  Number.isNaN(value)
    ? ''
    : value >= 100 || Number.isInteger(value)
      ? value.toFixed(0)
      : value.toPrecision(3);

/**
 * Bars are written `>= 0.8` or `<= 3`, and `<= 1.5 s` for a figure without a reference.
 * @param value the ratio, or the figure
 */
export function verdict(value: number, bar: string): string {
  const [, sign, limit] = /^([<>]=) ([\d.]+)/.exec(bar) ?? [];
  if (!sign || Number.isNaN(value)) return '';
  return (sign === '>=' ? value >= Number(limit) : value <= Number(limit)) ? 'yes' : 'NO';
}

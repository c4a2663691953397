/** The lines of docs/train/training.md, as printed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(import.meta.dirname, '../../../docs/train/training.md'), 'utf8');

/** The line of a row of the first table, by the name of its format. */
export function lineOf(format: string): string {
  const row = page.split('\n').find((line) => line.startsWith(`| ${format} |`));
  const [, line] = /`([^`]+)`/.exec(row ?? '') ?? [];
  if (line === undefined) throw new Error(`docs/train/training.md has no line for ${format}`);
  return line;
}

/** The block of Python that gives each set the same class numbers. */
export function classListBlock(): string {
  const [, block] = /```python\n([\s\S]*?)```/.exec(page) ?? [];
  if (block === undefined) throw new Error('docs/train/training.md has no block of Python');
  return block.replace(/^ {2}/gm, '');
}

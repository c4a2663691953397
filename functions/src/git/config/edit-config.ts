import { join } from 'node:path';
import type { Repository } from '../repository.ts';
import { withLock } from '../storage/lock-file.ts';
import { readOptionalText } from '../storage/read-optional.ts';

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"`;

/** Sets single-valued keys of one section in the repository's own configuration, leaving all else as it is written. */
export async function setConfig(
  repository: Repository,
  section: string,
  subsection: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const path = join(repository.commondir, 'config');
  await withLock(path, repository.locks, async (lock) => {
    await lock.write(editConfig(readOptionalText(path) ?? '', section, subsection, values));
  });
}

/** The text with the keys set: replaced in the section where it stands, the section added at the end where it does not. */
export function editConfig(
  text: string,
  section: string,
  subsection: string,
  values: Readonly<Record<string, string>>,
): string {
  const header = `[${section} ${quote(subsection)}]`;
  const lines = text.replace(/\n$/, '').split('\n');
  const at = lines.findIndex((line) => line.trim() === header);
  const added = Object.entries(values).map(([key, value]) => `\t${key} = ${quote(value)}`);
  if (at < 0)
    return `${[...lines.filter((line, index) => index > 0 || line !== ''), header, ...added].join('\n')}\n`;
  const next = lines.findIndex((line, index) => index > at && /^\s*\[/.test(line));
  const end = next < 0 ? lines.length : next;
  const kept = lines.slice(at + 1, end).filter((line) => !setsOneOf(line, values));
  return `${[...lines.slice(0, at + 1), ...added, ...kept, ...lines.slice(end)].join('\n')}\n`;
}

function setsOneOf(line: string, values: Readonly<Record<string, string>>): boolean {
  const key = /^\s*([-\w]+)\s*(?:=|$)/.exec(line)?.[1]?.toLowerCase();
  return Object.keys(values).some((name) => name.toLowerCase() === key);
}

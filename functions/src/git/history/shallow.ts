import { join } from 'node:path';
import type { Repository } from '../repository.ts';
import { readOptionalText } from '../storage/read-optional.ts';

/** Commits whose parents were left out by a shallow clone. */
export function shallowCommits(repository: Repository): ReadonlySet<string> {
  const text = readOptionalText(join(repository.commondir, 'shallow')) ?? '';
  return new Set(text.split('\n').filter((line) => line.length === 40));
}

import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { identify } from '../identify.ts';
import { signNow } from '../objects/commit.ts';
import { NULL_OID } from '../objects/git-object.ts';
import type { Repository } from '../repository.ts';
import { makingFolder } from '../storage/write-durably.ts';

/** One line of the journal that `git reflog` shows. Appended in one write, so that lines of two processes do not mix. */
export async function appendReflog(
  repository: Repository,
  name: string,
  from: string | null,
  to: string,
  reason: string,
): Promise<void> {
  const base = name === 'HEAD' ? repository.gitdir : repository.commondir;
  const path = join(base, 'logs', name);
  const who = signNow(identify(repository) ?? { name: 'unknown', email: 'unknown' });
  const offset = `${who.offset < 0 ? '-' : '+'}${clock(Math.abs(who.offset))}`;
  const line = `${from ?? NULL_OID} ${to} ${who.name} <${who.email}> ${who.time} ${offset}\t${reason.replace(/\s+/g, ' ')}\n`;
  makingFolder(dirname(path), () => appendFileSync(path, line));
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`;

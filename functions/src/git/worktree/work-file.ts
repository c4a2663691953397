/** One file of the working tree as git sees it: mode and content. */
import { createHash } from 'node:crypto';
import { type BigIntStats, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexEntry } from '../index/index-entry.ts';
import { hashObject } from '../objects/git-object.ts';
import { MODE_EXECUTABLE, MODE_FILE, MODE_LINK, MODE_SUBMODULE } from '../objects/tree.ts';
import { readHead } from '../refs/head.ts';
import { openRepository, type Repository } from '../repository.ts';
import { lstatOptional } from '../storage/lstat-optional.ts';
import type { AttributeReader } from './attributes.ts';
import { activeFilter, toRepository } from './convert.ts';

export interface WorkFile {
  mode: number;
  stat: BigIntStats;
}

/** undefined where there is neither file nor link; a folder counts only where it is a submodule's. */
export function statWorkFile(
  repository: Repository,
  path: string,
  staged: IndexEntry | undefined,
): WorkFile | undefined {
  const stat = lstatOptional(`${repository.dir}/${path}`);
  if (stat === undefined) return undefined;
  const mode = modeOf(repository, stat, staged);
  return mode === undefined ? undefined : { mode, stat };
}

const EXECUTABLE_BIT = 0o100n;

/** Where the file system keeps no executable bit or no links, the staged mode is believed. */
export function modeOf(
  repository: Repository,
  stat: BigIntStats,
  staged: IndexEntry | undefined,
): number | undefined {
  if (stat.isSymbolicLink()) return MODE_LINK;
  if (stat.isDirectory()) return staged?.mode === MODE_SUBMODULE ? MODE_SUBMODULE : undefined;
  if (!stat.isFile()) return undefined;
  if (staged?.mode === MODE_LINK && !repository.config.flag('core.symlinks', true)) return MODE_LINK;
  const trustsMode = repository.config.flag('core.filemode', true);
  if (!trustsMode) return staged?.mode === MODE_EXECUTABLE ? MODE_EXECUTABLE : MODE_FILE;
  return (stat.mode & EXECUTABLE_BIT) === 0n ? MODE_FILE : MODE_EXECUTABLE;
}

/** The content that would be staged. */
export function readWorkFile(
  repository: Repository,
  attributes: AttributeReader,
  path: string,
  file: WorkFile,
  staged: IndexEntry | undefined,
): Buffer {
  const place = join(repository.dir, path);
  if (file.stat.isSymbolicLink()) return readlinkSync(place, { encoding: 'buffer' });
  const content = readFileSync(place);
  if (file.mode === MODE_LINK) return content;
  return toRepository(repository, attributes, path, content, () => stagedHasCrlf(repository, staged));
}

const stagedHasCrlf = (repository: Repository, staged: IndexEntry | undefined): boolean =>
  staged !== undefined && (repository.objects.find(staged.oid)?.body.includes('\r\n') ?? false);

/** The hash of what would be staged; for a submodule, the commit that it is on. */
export function hashWorkFile(
  repository: Repository,
  attributes: AttributeReader,
  path: string,
  file: WorkFile,
  staged: IndexEntry | undefined,
): string | undefined {
  if (file.mode === MODE_SUBMODULE) return submoduleHead(repository, path);
  const content = readWorkFile(repository, attributes, path, file, staged);
  const filter = activeFilter(repository, attributes, path);
  return hashObject('blob', filter === 'lfs' ? lfsPointer(content) : content);
}

/** The commit of a checked-out submodule; undefined for one that is not initialised. */
export function submoduleHead(repository: Repository, path: string): string | undefined {
  if (lstatOptional(join(repository.dir, path, '.git')) === undefined) return undefined;
  return readHead(openRepository(join(repository.dir, path))).commit ?? undefined;
}

/** What git-lfs stores in place of a large file; a file that is such a pointer already stays as it is. */
function lfsPointer(content: Buffer): Buffer {
  const version = 'version https://git-lfs.github.com/spec/v1';
  if (content.length < 1_024 && content.toString('latin1').startsWith(version)) return content;
  return Buffer.from(
    `${version}\noid sha256:${createHash('sha256').update(content).digest('hex')}\nsize ${content.length}\n`,
  );
}

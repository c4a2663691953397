/** Refs as they stand on the disk now: loose files over `packed-refs`. Read anew each time, so never stale. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { trimBlank } from '../blank.ts';
import type { Repository } from '../repository.ts';
import { errorCode, isAbsent } from '../storage/error-code.ts';
import { readOptionalText } from '../storage/read-optional.ts';
import { isOid } from '../validate/require-commit-ref.ts';
import { isFullRefName } from '../validate/require-ref-name.ts';

export type Refs = ReadonlyMap<string, string>;

/** Full names (`refs/heads/main`) to object names, symbolic refs resolved. Names that git would not allow are left out. */
export function readRefs(repository: Repository): Refs {
  const raw = new Map<string, string>(readPackedRefs(repository.commondir));
  readLooseRefs(repository.commondir, 'refs', raw);
  const refs = new Map<string, string>();
  for (const name of [...raw.keys()].sort()) {
    const oid = isFullRefName(name) ? follow(raw, name) : undefined;
    if (oid !== undefined) refs.set(name, oid);
  }
  return refs;
}

/** The object name of one ref, without reading all. */
export function readRef(repository: Repository, name: string): string | undefined {
  const text = readLoose(join(repository.commondir, name));
  if (text !== undefined && isOid(text)) return text;
  const target = text === undefined ? undefined : symbolicTarget(text);
  if (target !== undefined) return target === name ? undefined : readRefs(repository).get(target);
  return readPackedRefs(repository.commondir).get(name);
}

export function symbolicTarget(text: string): string | undefined {
  const target = /^ref: *([^ \t\r\n]+)$/.exec(text)?.[1];
  return target !== undefined && isFullRefName(target) ? target : undefined;
}

const DEEPEST_LINK = 5;

function follow(raw: ReadonlyMap<string, string>, name: string, depth = 0): string | undefined {
  const text = raw.get(name);
  if (text === undefined || isOid(text)) return text;
  const target = symbolicTarget(text);
  return target === undefined || depth >= DEEPEST_LINK ? undefined : follow(raw, target, depth + 1);
}

export function readPackedRefs(commondir: string): Map<string, string> {
  const packed = new Map<string, string>();
  for (const line of (readOptionalText(join(commondir, 'packed-refs')) ?? '').split('\n')) {
    if (line.length > 41 && line[40] === ' ') packed.set(trimBlank(line.slice(41)), line.slice(0, 40));
  }
  return packed;
}

function readLooseRefs(commondir: string, name: string, into: Map<string, string>): void {
  for (const entry of listDirectory(join(commondir, name))) {
    const inner = `${name}/${entry.name}`;
    if (entry.isDirectory()) readLooseRefs(commondir, inner, into);
    else if (!entry.name.endsWith('.lock')) {
      const text = readLoose(join(commondir, inner));
      if (text !== undefined && text !== '') into.set(inner, text);
    }
  }
}

function listDirectory(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** A folder may stand where a ref of that name once stood. */
function readLoose(path: string): string | undefined {
  try {
    const text = readOptionalText(path);
    return text === undefined ? undefined : trimBlank(text);
  } catch (error) {
    if (errorCode(error) === 'EISDIR') return undefined;
    throw error;
  }
}

/** Where the pictures of `sightline camera` come from. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { CommandError } from '../command.ts';
import { FfmpegSource } from './ffmpeg.ts';
import { PICTURES, type Shot, type Source } from './source.ts';

/** Milliseconds for one picture of a network camera. */
const PATIENCE = 10_000;

/** @param isFollowed pictures that come into a folder later are sent too */
export async function openSource(name: string, every: number, isFollowed: boolean): Promise<Source> {
  if (/^https?:\/\//.test(name)) return snapshots(name);
  if (/^rtsps?:\/\//.test(name) || name.startsWith('/dev/')) return new FfmpegSource(name, every);
  const about = await stat(name);
  if (!about.isDirectory())
    throw new CommandError(`${name} is no folder, no http:// or rtsp:// address, and no /dev/video0.`);
  return filesOf(name, isFollowed);
}

function snapshots(url: string): Source {
  const take = async (signal: AbortSignal): Promise<Shot> => {
    const either = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    const response = await fetch(url, { signal: either, cache: 'no-store' }).catch((cause: unknown) => {
      throw new CommandError(`${new URL(url).host} does not answer`, { cause });
    });
    if (!response.ok) throw new CommandError(`${new URL(url).host} answers ${response.status}`);
    return { bytes: Buffer.from(await response.arrayBuffer()) };
  };
  return { take, isFinite: false, pace: () => {}, close: () => {} };
}

/** Each file once, in the order of the names. A file that is being written is left until its size stays. */
function filesOf(folder: string, isFollowed: boolean): Source {
  const sent = new Set<string>();
  const sizes = new Map<string, number>();
  let names: string[] = [];
  const list = async () => {
    const found = await readdir(folder, { recursive: true });
    const pictures = found.filter((each) => PICTURES.includes(extname(each).toLowerCase()));
    return pictures.filter((each) => !sent.has(each)).sort();
  };
  const take = async (): Promise<Shot | null> => {
    if (names.length === 0) names = await list();
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const { mtimeMs, size } = await stat(join(folder, name));
      const isWhole = !isFollowed || sizes.get(name) === size;
      sizes.set(name, size);
      if (!isWhole) continue;
      sent.add(name);
      sizes.delete(name);
      return { bytes: await readFile(join(folder, name)), name: basename(name), date: Math.round(mtimeMs) };
    }
    return null;
  };
  return { take, isFinite: !isFollowed, pace: () => {}, close: () => {} };
}

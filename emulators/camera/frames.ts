/** Source of a camera's frames: drawn scenes, or the pictures of a folder. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { drawScene } from '../scenes/scene.ts';
import type { SceneKind } from '../scenes/scene-kind.ts';
import { CameraError } from './camera-error.ts';
import { exifDate } from './exif-date.ts';
import type { CameraOptions } from './options.ts';

export interface Frame {
  name: string;
  bytes: Buffer<ArrayBuffer>;
  /** Capture date in Unix milliseconds; by default the time of sending. Retries send the same date. */
  date?: number;
}

export interface FrameSource {
  /** Number of different pictures; null if every frame differs. */
  length: number | null;
  /** @param index 0 and up; a folder starts over after its last file. */
  take(index: number): Promise<Frame>;
}

/** @param count of frames that will be taken */
export const sourceOf = (options: CameraOptions, count: number): Promise<FrameSource> =>
  options.dir ? folderFrames(options.dir) : drawnFrames(options, count);

/** Number of scenes drawn in advance: drawing one takes 100 ms, too long for a camera at work. */
const POOL = 12;

const KINDS: readonly SceneKind[] = ['bolts', 'castings', 'surface', 'parts'];

/** Drawn scenes of the kind in the dataset's name. No two frames have the same bytes. */
export async function drawnFrames(
  look: { dataset: string | null; seed: number; quality: number },
  count: number,
): Promise<FrameSource> {
  const kind = KINDS.find((each) => each === look.dataset) ?? 'parts';
  const pool: Buffer[] = [];
  for (let index = 0; index < Math.min(count, POOL); index += 1) {
    const scene = await drawScene({ kind, seed: look.seed * 10_000 + index, quality: look.quality });
    pool.push(scene.jpeg);
  }
  return {
    length: null,
    take: async (index) => {
      const number = String(index + 1).padStart(6, '0');
      const bytes = stamp(pool[index % pool.length] as Buffer, `seed ${look.seed} frame ${number}`);
      return { name: `frame-${number}.jpg`, bytes };
    },
  };
}

/** Adds a comment segment to a JPEG: other bytes, same picture. */
export function stamp(jpeg: Buffer, comment: string): Buffer<ArrayBuffer> {
  const text = Buffer.from(comment);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 4);
  return Buffer.concat([head, text, jpeg.subarray(2)]);
}

/** Accepted formats (Contract 6). Other files in a folder are skipped. */
const ENDINGS = new Set(['.jpg', '.jpeg', '.png', '.webp']);

/** @throws CameraError if the folder does not exist or has no pictures */
export async function folderFrames(folder: string): Promise<FrameSource> {
  const names = await readdir(folder).catch(() => {
    throw new CameraError(`The folder ${folder} cannot be read.`);
  });
  const pictures = names.filter((name) => ENDINGS.has(extname(name).toLowerCase())).sort();
  if (pictures.length === 0) throw new CameraError(`The folder ${folder} holds no JPEG, PNG or WebP file.`);
  return {
    length: pictures.length,
    take: async (index) => {
      const name = pictures[index % pictures.length] as string;
      return { name, ...(await readPicture(join(folder, name))) };
    },
  };
}

/**
 * A file's date is always the same, so that sending the same folder again adds nothing: the EXIF date if there is one,
 * otherwise the modification time in whole seconds, which every machine reports alike.
 */
async function readPicture(path: string): Promise<Omit<Frame, 'name'>> {
  const bytes = await readFile(path);
  const written = Math.floor((await stat(path)).mtimeMs / 1000) * 1000;
  const date = exifDate(bytes) ?? written;
  return { bytes, ...(date > 0 && { date }) };
}

/** What a camera sees: drawn scenes, or the pictures of a folder. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { drawScene } from '../scenes/scene.ts';
import type { SceneKind } from '../scenes/scene-kind.ts';
import { CameraError } from './camera-error.ts';

export interface Frame {
  name: string;
  bytes: Buffer<ArrayBuffer>;
  mediaType: string;
}

export interface FrameSource {
  /** How many different pictures there are; null when every frame differs. */
  length: number | null;
  /** @param index 0 and up; a folder begins again after its last file. */
  take(index: number): Promise<Frame>;
}

/** Scenes drawn beforehand: drawing one takes 100 ms, too long for a camera at work. */
const POOL = 12;

const KINDS: readonly SceneKind[] = ['bolts', 'castings', 'surface', 'parts'];

/** Drawn scenes of the kind that the dataset's name says. No two frames have the same bytes. */
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
      return { name: `frame-${number}.jpg`, bytes, mediaType: 'image/jpeg' };
    },
  };
}

/** Puts a comment segment into a JPEG, as cameras stamp theirs: other bytes, the same picture. */
export function stamp(jpeg: Buffer, comment: string): Buffer<ArrayBuffer> {
  const text = Buffer.from(comment);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 4);
  return Buffer.concat([head, text, jpeg.subarray(2)]);
}

/** Contract 6: what is accepted. Files of other kinds in a folder are passed over. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** @throws CameraError where the folder is not there or holds no picture */
export async function folderFrames(folder: string): Promise<FrameSource> {
  const names = await readdir(folder).catch(() => {
    throw new CameraError(`The folder ${folder} cannot be read.`);
  });
  const pictures = names.filter((name) => MEDIA_TYPES[extname(name).toLowerCase()]).sort();
  if (pictures.length === 0) throw new CameraError(`The folder ${folder} holds no JPEG, PNG or WebP file.`);
  return {
    length: pictures.length,
    take: async (index) => {
      const name = pictures[index % pictures.length] as string;
      const mediaType = MEDIA_TYPES[extname(name).toLowerCase()] as string;
      return { name, bytes: await readFile(join(folder, name)), mediaType };
    },
  };
}

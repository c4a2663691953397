import type { MaskLayer } from '../model/drawing.ts';
import type { Size } from '../model/geometry.ts';
import type { Work } from './paint/jobs.ts';
import type { Png } from './records.ts';

export interface ReadPorts {
  work: Work;
  /** PNG files of all masks of an image, with the ids and classes that they have now. */
  download(image: string): Promise<{ id: string; tag: string; png: Png }[]>;
}

/** The stored masks of an image, each with its file. @param size of the image */
export async function readMasks(
  image: string,
  size: Size,
  { work, download }: ReadPorts,
): Promise<(MaskLayer & { png: Png })[]> {
  const all = await download(image);
  const read = all.map(async ({ id, tag, png }) => {
    const isShared = all.some((other) => other.id === id && other.tag !== tag);
    const bitmap = await work('decode', { png, width: size.width, height: size.height });
    return { id: isShared ? `${id} ${tag}` : id, tag, bitmap, png };
  });
  return Promise.all(read);
}

/** The mask worker: jobs that take longer than a frame on a large image. */

import { bitmapOfPixels } from '../other-png.ts';
import { decodePng, encodePng, OtherPng } from '../png.ts';
import { allHoles, floodColor, holeAt, type Pixels } from './flood.ts';
import type { JobReply, JobRequest, Jobs } from './jobs.ts';
import { findPieces, splitPieces } from './pieces.ts';

type Workers = {
  [Name in keyof Jobs]: (input: Jobs[Name]['input']) => Jobs[Name]['output'] | Promise<Jobs[Name]['output']>;
};

const workers: Workers = {
  encode: (mask) => encodePng(mask),
  decode: async ({ png, width, height }) => {
    try {
      const mask = await decodePng(png);
      if (mask.width === width && mask.height === height) return mask;
    } catch (error) {
      if (!(error instanceof OtherPng)) throw error;
    }
    return bitmapOfPixels(await pixelsOf(new Blob([png])), width, height);
  },
  flood: async ({ url, x, y, tolerance }) => floodColor(await pictureAt(url), x, y, tolerance),
  hole: ({ mask, x, y }) => holeAt(mask, x, y),
  holes: (mask) => allHoles(mask),
  pieces: (mask) => findPieces(mask),
  split: ({ mask, most }) => splitPieces(mask, most),
};

/** The image that was flooded last. Only one is kept: at 20 megapixels it takes 80 MB. */
let last: { key: string; pixels: Promise<Pixels> } | null = null;

/** @param url a link, with a new signature each time: only the path identifies the image */
function pictureAt(url: string): Promise<Pixels> {
  const key = url.split('?')[0] as string;
  if (last?.key === key) return last.pixels;
  const pixels = read(url);
  last = { key, pixels };
  pixels.catch(() => {
    last = null;
  });
  return pixels;
}

async function read(url: string): Promise<Pixels> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`Storage answered ${answer.status}.`);
  return pixelsOf(await answer.blob());
}

/** Upright, with the colours that the screen shows. */
async function pixelsOf(blob: Blob): Promise<Pixels> {
  const picture = await createImageBitmap(blob, { imageOrientation: 'from-image' });
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no memory left for a canvas.');
  context.drawImage(picture, 0, 0);
  picture.close();
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

const scope = self as unknown as {
  onmessage: ((message: MessageEvent<JobRequest>) => void) | null;
  postMessage(reply: JobReply): void;
};

scope.onmessage = ({ data: { id, name, input } }) => {
  const work = workers[name] as (input: unknown) => unknown;
  Promise.resolve()
    .then(() => work(input))
    .then(
      (output) => scope.postMessage({ id, output }),
      (error: unknown) => scope.postMessage({ id, error: (error as Error).message }),
    );
};

/** What a person sees of a picture that can be zoomed: which part of it, and what is painted there. */
import type { Locator } from 'playwright-core';

interface Point {
  x: number;
  y: number;
}

/** The picture in CSS pixels of the window, also where its figure hides it. */
export async function placeOf(figure: Locator): Promise<Point & { width: number; height: number }> {
  const place = await figure.locator('img').boundingBox();
  if (!place) throw new Error('no picture is shown');
  return place;
}

/** How many times larger than whole it is. */
export async function zoomOf(figure: Locator): Promise<number> {
  const [room, { width, height }] = await Promise.all([figure.boundingBox(), placeOf(figure)]);
  return Math.max(width / (room?.width ?? 0), height / (room?.height ?? 0));
}

/** The place of the picture that lies under a point of the window, 0 to 1. */
export async function shareUnder(figure: Locator, at: Point): Promise<Point> {
  const { x, y, width, height } = await placeOf(figure);
  return { x: (at.x - x) / width, y: (at.y - y) / height };
}

/** Whether a box, a point or a mask is painted on these places of the picture, 0 to 1. */
export async function paintedAt(figure: Locator, shares: readonly Point[]): Promise<boolean[]> {
  const { x, y, width, height } = await placeOf(figure);
  const places = shares.map((share) => ({ x: x + share.x * width, y: y + share.y * height }));
  return figure.locator('canvas').evaluate((element, points) => {
    const canvas = element as HTMLCanvasElement;
    const { left, top, width: shown } = canvas.getBoundingClientRect();
    const scale = canvas.width / shown;
    const pixels = canvas.getContext('2d');
    return points.map((at) => {
      const [, , , alpha] =
        pixels?.getImageData((at.x - left) * scale, (at.y - top) * scale, 1, 1).data ?? [];
      return alpha !== 0;
    });
  }, places);
}

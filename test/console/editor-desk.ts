/** The editor's page for tests: where the picture's pixels are on the screen, and how hands work on them. */
import type { Page } from 'playwright-core';
import { type Box, iou, type Point, type Size } from '../../web/src/pages/editor/model/geometry.ts';
import { centred, fit, toImage, toScreen, type Viewport } from '../../web/src/pages/editor/model/viewport.ts';
import type { ConsoleStage } from './stage.ts';

export interface StoredBox extends Box {
  type: string;
  tag: string;
  labeled: string;
}

export interface StoredImage {
  id: string;
  name: string;
  width: number;
  height: number;
  revision: number;
  set: string;
  tags: StoredBox[];
}

/** Boxes of an image as its record has them, in pixels. */
export const pixelsOf = ({ tags, width, height }: StoredImage): StoredBox[] =>
  tags.map((each) => ({
    ...each,
    x: each.x * width,
    y: each.y * height,
    w: each.w * width,
    h: each.h * height,
  }));

export async function listed({ baseUrl }: ConsoleStage, dataset = 'parts'): Promise<StoredImage[]> {
  const answer = await fetch(`${baseUrl}/dataset/${dataset}/images?limit=200`);
  return ((await answer.json()) as { images: StoredImage[] }).images;
}

export async function stored(stage: ConsoleStage, id: string): Promise<StoredImage> {
  const found = (await listed(stage)).find((image) => image.id === id);
  if (!found) throw new Error(`${id} is missing`);
  return found;
}

/** Uploads a picture of its own to `parts`: images are told apart by their content. */
export async function uploadPicture(
  stage: ConsoleStage,
  name: string,
  picture: Buffer,
): Promise<StoredImage> {
  const url = `${stage.baseUrl}/monitor/line-2/image?name=${name}.jpg&dataset=parts`;
  const headers = { 'content-type': 'image/jpeg' };
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(picture) });
  const { data } = (await answer.json()) as { data: { id?: string; image?: { id: string } } };
  return stored(stage, data.id ?? data.image?.id ?? '');
}

export async function setBoxes({ baseUrl }: ConsoleStage, id: string, tags: readonly object[]) {
  const body = JSON.stringify({ dataset: 'parts', imageID: id, tags });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}/monitor/updateTags`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(await answer.text());
}

/** The editor with one image in front. */
export class Desk {
  readonly page: Page;
  readonly #stage: ConsoleStage;
  view: Viewport = { scale: 1, x: 0, y: 0 };
  #corner: Point = { x: 0, y: 0 };
  #size: Size = { width: 1, height: 1 };
  #screen: Size = { width: 1, height: 1 };

  constructor(stage: ConsoleStage, page: Page) {
    this.#stage = stage;
    this.page = page;
  }

  get canvas() {
    return this.page.getByRole('application');
  }

  async open(image: StoredImage): Promise<void> {
    await this.page.goto(`${this.#stage.address}/datasets/parts/images/${image.id}`);
    await this.arrive(image);
  }

  /** Waits until the picture is there as a whole; it fits. */
  async arrive(image: Pick<StoredImage, 'id' | 'width' | 'height'>): Promise<void> {
    await this.page.waitForSelector(`[data-image="${image.id}"][data-whole=true]`);
    const box = await this.canvas.boundingBox();
    if (!box) throw new Error('no canvas');
    this.#corner = box;
    this.#screen = box;
    this.#size = image;
    this.view = fit(image, box);
    await this.canvas.focus();
  }

  /** By keys, to one of their steps; the middle stays in the middle. */
  async zoomTo(scale: number): Promise<void> {
    const { page } = this;
    const shown = page.getByRole('button', { name: /^[\d,.]+ %, 100 %/ });
    // `1,600 %`
    const now = async () => Number(((await shown.textContent()) ?? '').replace(/\D/g, ''));
    const target = Math.round(scale * 100);
    for (let at = await now(); at !== target; at = await now()) {
      await page.keyboard.press(at < target ? '+' : '-');
      // A key that comes before its step is shown would go too far.
      await shown.filter({ hasNotText: new RegExp(`^${at.toLocaleString('en')} %$`) }).waitFor();
    }
    this.view = centred(this.#size, this.#screen, scale);
  }

  /** On the page, in whole CSS pixels as a mouse has them. */
  at(pixel: Point): Point {
    const { x, y } = toScreen(this.view, pixel);
    return { x: Math.round(x + this.#corner.x), y: Math.round(y + this.#corner.y) };
  }

  /** What lies under a place of the page, in pixels of the picture. */
  under({ x, y }: Point): Point {
    return toImage(this.view, { x: x - this.#corner.x, y: y - this.#corner.y });
  }

  async drag(from: Point, to: Point): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(to.x, to.y);
    await mouse.up();
  }

  /** With the tool in hand. */
  draw({ x, y, w, h }: Box): Promise<void> {
    return this.drag(this.at({ x, y }), this.at({ x: x + w, y: y + h }));
  }

  async saved(): Promise<void> {
    await this.page.keyboard.press('Control+s');
    await this.page.locator('[data-state=saved]').waitFor();
  }
}

/** The mean overlap of what was drawn with the truth; a box of another class does not count. */
export function meanOverlap(truth: readonly StoredBox[], drawn: readonly StoredBox[]): number {
  const best = truth.map((each) =>
    Math.max(0, ...drawn.filter(({ tag }) => tag === each.tag).map((other) => iou(each, other))),
  );
  return best.reduce((sum, each) => sum + each, 0) / truth.length;
}

/** Collects the labels of an image as readers find them, and counts what is not kept. */

import { placeOf } from '../text/values.ts';
import type { Entry } from './entry.ts';
import { type Loss, Losses } from './losses.ts';
import { boundsOf } from './outline-box.ts';
import type { ImageLabels, LabelBox, LabelMask, MaskSource } from './plan.ts';

/** The size that a file states; 0 where it states none. */
export interface Size {
  width: number;
  height: number;
}

/** For places in pixels of the image's own size. */
export const OWN: Size = { width: 0, height: 0 };

/** First bytes of a PNG. */
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export class LabelSink {
  readonly #classes = new Set<string>();
  readonly #boxes: LabelBox[] = [];
  readonly #masks: LabelMask[] = [];
  readonly #losses = new Losses();

  class(label: string): void {
    if (label === '') {
      this.lose('annotations of an unlisted category');
      return;
    }
    this.#classes.add(label);
  }

  /** In pixels of the size. */
  box(label: string, box: readonly number[], size: Size, type: LabelBox['type'] = 'rect'): void {
    if (label === '') {
      this.lose('annotations of an unlisted category');
      return;
    }
    this.#boxes.push({ label, type, ...placeOf(box, size) });
  }

  kept(box: LabelBox): void {
    this.#boxes.push(box);
  }

  /** A mask that is a picture of the archive. */
  pictured(label: string, entry: Entry): void {
    this.#addMask(label, { kind: 'picture', entry });
  }

  /** @param points x and y in turn, in pixels of the size */
  outline(label: string, points: readonly number[], size: Size): void {
    const unit = size.width > 0 && size.height > 0 ? size : 'pixels';
    const bounds = points.length < 6 ? null : boundsOf([points]);
    if (!bounds) this.lose('annotations without a place');
    else this.mask(label, bounds, { kind: 'polygons', unit, polygons: [points] }, size);
  }

  /** A mask with the box around it. */
  mask(label: string, bounds: readonly number[], source: MaskSource, size: Size): void {
    this.box(label, bounds, size, 'mask');
    if (label !== '') this.#addMask(label, source);
  }

  #addMask(label: string, source: MaskSource): void {
    this.#masks.push({ label, source });
  }

  /** A mask of a part of the image: a PNG in base64, and its first corner in pixels of the image's own size. */
  patch(label: string, png: string, [left = 0, top = 0]: readonly number[]): void {
    const size = this.#sizeOf(png);
    if (!size) return;
    const source = { kind: 'patch', left, top, ...size, png } as const;
    this.mask(label, [left, top, size.width, size.height], source, OWN);
  }

  /** A mask of the whole image: a PNG in base64 that is transparent outside. Its box is found by `withAlphaBoxes`. */
  alpha(label: string, png: string): void {
    const size = this.#sizeOf(png);
    if (!size) return;
    if (label === '') this.lose('annotations of an unlisted category');
    else this.#addMask(label, { kind: 'alpha', ...size, png });
  }

  /** Of a PNG in base64; null for what is none, which is counted. */
  #sizeOf(png: string): Size | null {
    const head = Buffer.from(png.slice(0, 64), 'base64');
    if (head.length >= 24 && head.subarray(0, PNG.length).equals(PNG))
      return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
    this.lose('masks in an encoding that is not read');
    return null;
  }

  /** @param degrees by which the box is turned clockwise around its center, or around a corner that it states */
  turned(
    label: string,
    [x = 0, y = 0, w = 0, h = 0]: readonly number[],
    { degrees, around }: { degrees: number; around?: readonly [number, number] },
    size: Size,
  ): void {
    if (degrees === 0) {
      this.box(label, [x, y, w, h], size);
      return;
    }
    this.lose('rotations of boxes');
    const [cx, cy] = around ?? [x + w / 2, y + h / 2];
    const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    const corners = [x, y, x + w, y, x + w, y + h, x, y + h];
    const points = corners.map((_, at) => {
      const [dx, dy] = [(corners[at & ~1] as number) - cx, (corners[at | 1] as number) - cy];
      return at % 2 === 0 ? cx + dx * cos - dy * sin : cy + dx * sin + dy * cos;
    });
    this.box(label, boundsOf([points]) ?? [], size);
  }

  lose(kind: Loss, count = 1): void {
    this.#losses.add(kind, count);
  }

  get labels(): ImageLabels {
    return {
      classes: [...this.#classes],
      boxes: this.#boxes,
      masks: this.#masks,
      lost: this.#losses.lost,
    };
  }
}

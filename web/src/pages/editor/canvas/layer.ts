interface Size {
  width: number;
  height: number;
}

/** A canvas that fills its container and is painted at most once a frame, in CSS pixels. */
export class Layer {
  readonly #canvas = document.createElement('canvas');
  readonly #context = this.#canvas.getContext('2d') as CanvasRenderingContext2D;
  readonly #paint: (context: CanvasRenderingContext2D) => void;
  #frame = 0;

  constructor(container: HTMLElement, size: Size, paint: (context: CanvasRenderingContext2D) => void) {
    this.#paint = paint;
    this.#canvas.style.cssText = 'position: absolute; inset: 0; pointer-events: none';
    container.append(this.#canvas);
    this.resize(size);
  }

  /** Empties it. */
  resize({ width, height }: Size): void {
    this.#canvas.width = width * devicePixelRatio;
    this.#canvas.height = height * devicePixelRatio;
    Object.assign(this.#canvas.style, { width: `${width}px`, height: `${height}px` });
    this.repaint();
  }

  /** @param filter of CSS */
  setFilter(filter: string): void {
    this.#canvas.style.filter = filter;
  }

  repaint(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      const { width, height } = this.#canvas;
      this.#context.clearRect(0, 0, width, height);
      this.#context.save();
      this.#context.scale(devicePixelRatio, devicePixelRatio);
      this.#paint(this.#context);
      this.#context.restore();
    });
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#canvas.remove();
    // Safari keeps the memory of a canvas that is not emptied.
    this.#canvas.width = 0;
  }
}

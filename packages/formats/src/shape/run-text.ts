/** A mask as text, as the COCO API has it: column by column, alternating runs of 0 and 1. */

export class DamagedRuns extends Error {
  override readonly name = 'DamagedRuns';
}

/**
 * Runs from COCO's text (`rleFrString` of the COCO API): groups of five bits, from the fourth run on as differences.
 * @throws DamagedRuns
 */
export function* readRuns(text: string): Generator<number> {
  const last: number[] = [];
  for (let at = 0, index = 0; at < text.length; index += 1) {
    let run = 0;
    for (let shift = 0, more = true; more; shift += 5) {
      const group = text.charCodeAt(at) - 48;
      at += 1;
      // Also at the end of the text, where the code is NaN.
      if (!(group >= 0 && group < 64) || shift > 30)
        throw new DamagedRuns('The text is not one of run lengths');
      run |= (group & 0x1f) << shift;
      more = (group & 0x20) !== 0;
      if (!more && group & 0x10 && shift < 27) run |= -1 << (shift + 5);
    }
    if (index > 2) run += last[index % 2] ?? 0;
    last[index % 2] = run;
    yield run;
  }
}

/** A run of pixels, counted column by column: from the first one to before `end`. */
export interface PixelRun {
  from: number;
  end: number;
  isInside: boolean;
}

/** The same as pixels of a mask of so many. @throws DamagedRuns also if they do not fit */
export function* pixelRuns(text: string, pixels: number): Generator<PixelRun> {
  let [from, isInside]: [number, boolean] = [0, false];
  for (const run of readRuns(text)) {
    const end = from + run;
    if (run < 0 || end > pixels) throw new DamagedRuns('The runs do not fit');
    yield { from, end, isInside };
    [from, isInside] = [end, !isInside];
  }
}

/**
 * Run lengths as text (`rleToString` of the COCO API, maskApi.c): from the third run on, the difference to the run two before it,
 * in groups of five bits, lowest first, plus 48.
 */
export class RunText {
  #bytes = new Uint8Array(1024);
  length = 0;
  #count = 0;
  /** The last two runs, the earlier one first. */
  #before: [number, number] = [0, 0];

  add(run: number): void {
    let rest = this.#count > 2 ? run - this.#before[0] : run;
    this.#before = [this.#before[1], run];
    this.#count += 1;
    // A run of at most 50 million has six groups.
    if (this.length + 6 > this.#bytes.length) this.#bytes = grown(this.#bytes);
    for (let more = true; more; ) {
      let group = rest & 0x1f;
      rest >>= 5;
      more = (group & 0x10) !== 0 ? rest !== -1 : rest !== 0;
      if (more) group |= 0x20;
      this.#bytes[this.length++] = group + 48;
    }
  }

  text(): string {
    return new TextDecoder().decode(this.#bytes.subarray(0, this.length));
  }
}

function grown(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const twice = new Uint8Array(2 * bytes.length);
  twice.set(bytes);
  return twice;
}

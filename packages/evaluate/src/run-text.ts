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

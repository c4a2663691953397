import { RunText } from '../../packages/formats/src/shape/run-text.ts';

/** A mask as COCO has it, column by column. @param isInside by column and row */
export function rleOf(
  isInside: (x: number, y: number) => boolean,
  { width, height }: { width: number; height: number },
): { counts: string; size: [height: number, width: number] } {
  const text = new RunText();
  let [run, last] = [0, false];
  for (let at = 0; at < width * height; at += 1) {
    const is = isInside(Math.floor(at / height), at % height);
    if (is !== last) {
      text.add(run);
      [run, last] = [0, is];
    }
    run += 1;
  }
  text.add(run);
  return { counts: text.text(), size: [height, width] };
}

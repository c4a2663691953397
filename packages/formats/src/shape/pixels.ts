/** A mask's pixels: 0 where the pixel does not belong to the tag. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

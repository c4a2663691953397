import type { Neighbours } from '../../data/images/neighbours.ts';

export interface Stepping {
  /** Whether the image from which the step was taken is still open. */
  isHere: () => boolean;
  open: (id: string) => void;
  /** There is no image in that direction. */
  end: () => void;
  failed: (error: unknown) => void;
}

/** Opens a neighbour as soon as it is known, unless another image or page has been opened meanwhile. */
export async function stepTo(
  which: keyof Neighbours,
  known: Promise<Neighbours> | null,
  { isHere, open, end, failed }: Stepping,
): Promise<void> {
  try {
    const id = (await known)?.[which] ?? null;
    if (!isHere()) return;
    if (id === null) end();
    else open(id);
  } catch (error) {
    if (isHere()) failed(error);
  }
}

import type { Neighbours } from '../../data/neighbours.ts';

export interface Stepping {
  /** Whether the image is still in front from which the step was taken. */
  isHere: () => boolean;
  open: (id: string) => void;
  /** There is none. */
  end: () => void;
  failed: (error: unknown) => void;
}

/** Opens a neighbour as soon as it is known. Who has left meanwhile, or taken another step, is not moved. */
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

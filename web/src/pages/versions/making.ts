/** What a person sees while a version is made, however long that takes. Without React. */

/** Milliseconds in which a refusal mostly comes: the form stays that long. */
export const SOON = 1500;

export interface Following<Made> {
  /** Whether the form is still open. */
  isHere: () => boolean;
  ready: (made: Made) => void;
  /** The form is gone. */
  refused: (error: unknown) => void;
  /** Goes to where the version is listed. */
  leave: () => void;
}

/**
 * Returns when the version is made or takes long. Nobody is moved who has gone elsewhere meanwhile.
 * @throws what refused it while the form is open
 */
export async function followMaking<Made>(
  made: Promise<Made>,
  { isHere, ready, refused, leave }: Following<Made>,
): Promise<void> {
  let hasForm = true;
  const told = made.then(ready, (error: unknown) => {
    if (hasForm && isHere()) throw error;
    refused(error);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, SOON);
  });
  await Promise.race([told, soon]).finally(() => clearTimeout(timer));
  hasForm = false;
  if (isHere()) leave();
}

/** How the form of a new version follows its creation, however long that takes. Without React. */

/** Milliseconds that the form stays open after it was submitted: most errors arrive within them. */
export const FORM_WAIT = 1500;

export interface CreationSteps<Version> {
  /** Whether the form's page is still open. */
  isHere: () => boolean;
  ready: (version: Version) => void;
  /** It failed after the form was closed. */
  failed: (error: unknown) => void;
  /** Opens the list of versions. */
  leave: () => void;
}

/**
 * Resolves when the version is ready or takes longer than `FORM_WAIT`. People who have opened another page stay there.
 * @throws the error if creating fails while the form is open
 */
export async function followCreation<Version>(
  created: Promise<Version>,
  { isHere, ready, failed, leave }: CreationSteps<Version>,
): Promise<void> {
  let hasForm = true;
  const reported = created.then(ready, (error: unknown) => {
    if (hasForm && isHere()) throw error;
    failed(error);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FORM_WAIT);
  });
  await Promise.race([reported, waited]).finally(() => clearTimeout(timer));
  hasForm = false;
  if (isHere()) leave();
}

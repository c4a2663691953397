/** Why an archive cannot be imported at all, in a sentence without a full stop (422). */
export class ImportFault extends Error {}

/** Why one file cannot be read, in words that follow its path. */
export class FileFault extends Error {}

/** The result of `work`, or of `otherwise` if a file cannot be read. */
export async function unlessFault<T, U>(
  work: Promise<T>,
  otherwise: (fault: FileFault) => U,
): Promise<T | U> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof FileFault) return otherwise(error);
    throw error;
  }
}

/** The same for work that does not wait. */
export function unlessFaultSync<T, U>(work: () => T, otherwise: (fault: FileFault) => U): T | U {
  try {
    return work();
  } catch (error) {
    if (error instanceof FileFault) return otherwise(error);
    throw error;
  }
}

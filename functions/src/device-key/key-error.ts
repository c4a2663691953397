/** A mistake of the user at the terminal, in one sentence. */
export class KeyError extends Error {}

/** A rules file that is not understood. It is never loaded: what cannot be read must not allow anything. */
export class RuleError extends Error {}

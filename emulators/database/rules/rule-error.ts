/** An invalid rules file. It is never loaded: rules that cannot be understood must not allow anything. */
export class RuleError extends Error {}

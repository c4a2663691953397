/** The id of an operation's route: `gitReturnToLatest` for `return-to-latest`. */
export const idOf = (operation: string): string =>
  `git-${operation}`.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** All that the program writes to the terminal. */

/** Keeps names of others from moving the cursor or worse: escaped as in JSON, where this is the same text. */
const printable = (text: string): string =>
  text.replace(/[^\P{Cc}\n\t]/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What was asked for. */
export const say = (text: string): boolean => process.stdout.write(`${printable(text)}\n`);

/** What is for people beside it. */
export const tell = (text: string): boolean => process.stderr.write(`${printable(text)}\n`);

/** Asks on the same line. */
export const ask = (text: string): boolean => process.stderr.write(printable(text));

/** Writes over the line before. */
export const tellOver = (text: string): boolean => process.stderr.write(`\r\x1b[K${printable(text)}`);

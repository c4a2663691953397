/** Compares what a page prints below a command with the command's output. */

/** Values that differ from run to run: the printed one is an example. The first match is used. */
const VARIES: readonly [example: RegExp, anySuch: string][] = [
  // The rest of a long answer.
  [/…/, '[\\s\\S]*?'],
  // Name of a CSV file, then dates, with or without the time.
  [/\d{8}T\d{9}Z/, '\\d{8}T\\d{9}Z'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/, '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z'],
  [/\d{4}-\d\d-\d\d/, '\\d{4}-\\d\\d-\\d\\d'],
  // Request ids; times in milliseconds; ids of image records; commits, long or short. None of them is a plain
  // word or number.
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'],
  [/\b\d{13}\b/, '\\d{13}'],
  [/\b(?=[a-z0-9]*\d)(?=\d*[a-z])[a-z0-9]{20}\b/, '[a-z0-9]{20}'],
  [/\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{40}\b/, '[0-9a-f]{40}'],
  [/\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,12}\b/, '[0-9a-f]{7,12}'],
];

const ANY = new RegExp(VARIES.map(([example]) => `(${example.source})`).join('|'), 'g');

/** Exactly the printed lines, except for values that vary; a line may be broken anywhere in the answer. */
export function patternOf(printed: readonly string[]): RegExp {
  const lines = printed.map((line) => patternOfLine(line.trim()));
  return new RegExp(`^\\s*${lines.join('\\s*')}\\s*$`);
}

function patternOfLine(line: string): string {
  let pattern = '';
  let done = 0;
  for (const match of line.matchAll(ANY)) {
    const kind = match.slice(1).findIndex((group) => group !== undefined);
    pattern += literally(line.slice(done, match.index)) + VARIES[kind]![1];
    done = match.index + match[0].length;
  }
  return pattern + literally(line.slice(done));
}

/** Columns of a table may have other widths. */
const literally = (text: string): string =>
  text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/\s+/g, '\\s+');

/** How git reads text files: what counts as blank there, and what does not. */

const BLANKS = ' \t\r\n';

/**
 * The text without blanks at its ends. JavaScript counts more (U+00A0, U+3000, U+FEFF), and names of branches and files
 * may begin and end with those.
 */
export function trimBlank(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.includes(text[start] ?? '')) start += 1;
  while (end > start && BLANKS.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(start, end);
}

/** The text without the byte order mark that some editors set before it. */
export const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

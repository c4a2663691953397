/** How git reads text files: what counts as blank there, and what does not. */

/**
 * The text without blanks at its ends. JavaScript counts more (U+00A0, U+3000, U+FEFF), and names of branches and files
 * may begin and end with those.
 */
export const trimBlank = (text: string): string => text.replace(/^[ \t\r\n]+/, '').replace(/[ \t\r\n]+$/, '');

/** The text without the byte order mark that some editors set before it. */
export const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

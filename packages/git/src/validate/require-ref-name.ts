/** Names of branches and remotes by git's own rules (git-check-ref-format), without a leading dash. */

/** Maximum bytes of a part: with `.lock` added, it is a file name of at most 255. */
const LONGEST_PART = 250;
/** Maximum bytes of a name including its prefix. */
const LONGEST = 1_024;
// biome-ignore lint/suspicious/noControlCharactersInRegex: rejects control characters
const FORBIDDEN = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$/;

/** Whether a name may follow `refs/heads/`. */
export function isRefName(name: string): boolean {
  if (name === '' || name === '@' || name === 'HEAD' || Buffer.byteLength(name) > LONGEST) return false;
  if (name.startsWith('-') || FORBIDDEN.test(name)) return false;
  return name.split('/').every(isRefPart);
}

const isRefPart = (part: string): boolean =>
  !part.startsWith('.') && !part.endsWith('.lock') && Buffer.byteLength(part) <= LONGEST_PART;

export const isBranchName = (name: string): boolean => isRefName(name) && !name.startsWith('refs/');

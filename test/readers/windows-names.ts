/**
 * Names that Windows takes ("Naming Files, Paths, and Namespaces", learn.microsoft.com): no reserved characters and devices,
 * no dot or space at the end, no two that differ only in case, no part over 255, no path over 200 characters, so that a
 * folder to unpack into fits before it.
 */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;
const LONGEST_PART = 255;
const LONGEST = 200;

export function complaintsOfWindows(paths: Iterable<string>): string[] {
  const seen = new Map<string, string>();
  const complaints: string[] = [];
  for (const path of paths) {
    const folded = path.toUpperCase().normalize('NFC');
    if (seen.has(folded)) complaints.push(`${path} is ${seen.get(folded)}`);
    seen.set(folded, path);
    if (path.length > LONGEST) complaints.push(`${path} is too long`);
    for (const part of path.replace(/\/$/, '').split('/'))
      if (
        part === '' ||
        part.length > LONGEST_PART ||
        /[<>:"|?*\\\p{Cc}]/u.test(part) ||
        /[. ]$/.test(part) ||
        DEVICE.test(part)
      )
        complaints.push(`${path} has the part "${part}"`);
  }
  return complaints;
}

/** What docs/internals/data.md says about the records of Firestore. */

export interface Section {
  /** As `dataset/{dataset}/tag/{tag}`. */
  paths: string[];
  rules: string[];
  isClosed: boolean;
  fields: string[];
}

const quoted = (text: string): string[] =>
  Array.from(text.matchAll(/`([^`]+)`/g), ([, word]) => word as string);

export function sectionsOf(page: string): Section[] {
  const [, records = ''] = page.split('\n## Cloud Firestore\n');
  const [text] = records.split('\n## ') as [string];
  return text
    .split('\n### ')
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const rows = lines.filter((line) => line.startsWith('| `'));
      const words = lines.filter((line) => !line.startsWith('|')).join(' ');
      const [, rule = ''] = words.split('**Rule** ');
      return {
        paths: quoted(heading),
        rules: quoted(rule.split(':')[0] as string),
        isClosed: words.includes('No rule: closed.'),
        fields: rows.flatMap((row) => quoted(row.split(' | ')[0] as string)),
      };
    });
}

/** The changes that a page's section asks for: ``in `path`:`` and a block. */

export interface Change {
  path: string;
  /** What the file becomes. @throws unless each hunk of a diff fits in exactly one place */
  applyTo(before: string): string;
}

/** @param heading of the section */
export function changesOf(markdown: string, heading: string): Change[] {
  const [, section = ''] = markdown.split(`\n## ${heading}\n`);
  const blocks = section
    .split('\n## ', 1)[0]!
    .matchAll(/`([\w./-]+)`:\n\n( *)```(diff|ts)\n([\s\S]*?)\n *```/g);
  return Array.from(blocks, ([, path, indent, language, block]) => {
    const text = block!.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    return {
      path: path!,
      applyTo: (before) => (language === 'ts' ? `${text}\n` : patch(path!, before, text)),
    };
  });
}

function patch(path: string, before: string, diff: string): string {
  return diff.split('\n@@\n').reduce((text, hunk) => {
    const lines = hunk.split('\n');
    const without = (mark: string) =>
      lines.flatMap((line) => (line.startsWith(mark) ? [] : [`${line.slice(1)}\n`])).join('');
    const parts = text.split(without('+'));
    if (parts.length !== 2) throw new Error(`${parts.length - 1} places in ${path} for:\n${hunk}`);
    return parts.join(without('-'));
  }, before);
}

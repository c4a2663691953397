/** Links of pages to files: to a page, they lead to its place on the site; to another file, to the repository. */
import { dirname, join, relative } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/** `https://github.com/owner/name`, in a workflow of GitHub; elsewhere such links are only text. */
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA } = process.env;
const SOURCE = GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/${GITHUB_SHA}`;

/** @param root folder of the project */
export function ownLinks(md: MarkdownRenderer, root: string): void {
  md.core.ruler.push('own-links', ({ tokens, env }) => {
    const folder = dirname(relative(root, env.path));
    for (const { children } of tokens)
      for (const [at, link] of (children ?? []).entries()) {
        if (link.type !== 'link_open') continue;
        const href = hrefOf(decodeURI(link.attrGet('href') ?? ''), folder);
        if (href) link.attrSet('href', href);
        else {
          const end = children?.slice(at).find(({ type }) => type === 'link_close');
          link.attrs = [];
          for (const each of [link, end]) if (each) each.hidden = true;
        }
      }
  });
}

/** @returns null for a file that is nowhere on the site */
function hrefOf(href: string, folder: string): string | null {
  const [path = '', anchor] = href.split('#') as [string, string?];
  if (path === '' || /^[a-z]+:/.test(path)) return href;
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (path.endsWith('.md')) return `${path.replace(/README\.md$/, 'index.md')}${hash}`;
  return SOURCE ? `${SOURCE}/${join(folder, path)}${hash}` : null;
}

/** `npm run site`: the pages of the project as a site, in `.site/`, by VitePress. The pages are those that GitHub shows. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { ownLinks } from './own-links.ts';
import { slugOf } from './slug.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Parts and pages as docs/README.md lists them, in its order. */
function sidebar() {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  return Array.from(index.matchAll(/^\| (\w+) \|.*\|\n\|---\|---\|\n((?:\|.*\n)+)/gm), ([, part, rows]) => ({
    text: part,
    items: Array.from((rows as string).matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g), ([, text, path]) => ({
      text,
      link: `/${join('docs', path as string).replace(/README\.md$/, '')}`,
    })),
  }));
}

export default defineConfig({
  title: 'Sightline',
  description: 'Labelled image datasets from cameras, and what models say of them',
  srcDir: '..',
  outDir: '../.site',
  srcExclude: ['.*/**', '**/.*/**', 'emulator-data/**', 'examples/**', 'test-artifacts/**', 'site/**'],
  rewrites: { 'README.md': 'index.md', ':path(.+)/README.md': ':path/index.md' },
  // A site that is opened from a folder or below an address of its own.
  base: process.env.SITE_BASE ?? '/',
  markdown: {
    // Words such as <id> are words.
    html: false,
    anchor: { slugify: slugOf },
    config: (md) => md.use(ownLinks, ROOT),
  },
  vite: {
    plugins: [
      {
        name: 'packages-of-the-site',
        enforce: 'pre',
        // Pages are above the folder that has the packages.
        resolveId(id) {
          return /^vue(\/|$)/.test(id) ? this.resolve(id, import.meta.filename, { skipSelf: true }) : null;
        },
      },
    ],
    build: { chunkSizeWarningLimit: 2000 },
  },
  themeConfig: {
    nav: [{ text: 'Documentation', link: '/docs/' }],
    sidebar: sidebar(),
    search: { provider: 'local' },
    outline: [2, 3],
  },
});

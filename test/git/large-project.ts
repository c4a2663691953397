/** A project of 5,000 files and 20,000 commits, created in seconds by `git fast-import`, once per process. */
import { execFileSync } from 'node:child_process';
import { git, newFolder } from './native.ts';

export const LARGE = { files: 5_000, commits: 20_000 };

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
const pathOf = (number: number): string => `folder${number % 100}/sub${number % 7}/file${number}.txt`;

export function makeLargeProject(size = LARGE): string {
  const folder = newFolder();
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.com');
  importHistory(folder, script(size));
  git(folder, 'reset', '-q', '--hard');
  return folder;
}

/**
 * Runs `git fast-import` with this input.
 * @param options of git
 */
export function importHistory(folder: string, input: string, ...options: string[]): void {
  execFileSync('git', [...options, 'fast-import', '--quiet', '--force'], {
    cwd: folder,
    // The C library would give memory back after each commit, which takes three quarters of the time.
    env: { ...process.env, MALLOC_TRIM_THRESHOLD_: String(2 ** 27) },
    input,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}

function script({ files, commits }: typeof LARGE): string {
  const head = (mark: number): string =>
    `commit refs/heads/main\nmark :${mark}\ncommitter Ada <ada@example.com> ${1_600_000_000 + mark * 60} +0000\n`;
  const file = (number: number, text: string): string => `M 100644 inline ${pathOf(number)}\n${data(text)}`;
  const first = Array.from({ length: files }, (_, at) => file(at, `file ${at}\nline\n`));
  const rest = Array.from({ length: commits - 1 }, (_, at) => {
    const mark = at + 2;
    // Every tenth is a merge, so that the graph has more than one lane.
    const merge = mark > 20 && mark % 10 === 0 ? `merge :${mark - 7}\n` : '';
    return `${head(mark)}${data(`commit ${mark}`)}from :${mark - 1}\n${merge}${file(mark % files, `changed ${mark}\n`)}`;
  });
  return [head(1), data('first'), ...first, ...rest].join('');
}

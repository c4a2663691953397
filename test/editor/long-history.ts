import { execFileSync } from 'node:child_process';
import { importHistory } from '../git/large-project.ts';

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;

/** Adds commits to main, every tenth a merge so that the graph has lanes. The files of HEAD do not change. */
export function growHistory(project: string, commits: number): void {
  const commit = (mark: number): string => {
    const who = `committer Ada <ada@sightline.test> ${1_800_000_000 + mark * 60} +0000`;
    const from = mark === 1 ? 'refs/heads/main^0' : `:${mark - 1}`;
    const merge = mark > 10 && mark % 10 === 0 ? `merge :${mark - 7}\n` : '';
    const file = `M 100644 inline counter.txt\n${data(String(mark))}`;
    return `commit refs/heads/main\nmark :${mark}\n${who}\n${data(`Step ${mark}`)}from ${from}\n${merge}${file}`;
  };
  const input = Array.from({ length: commits }, (_, at) => commit(at + 1)).join('');
  // Each look at the history reads all of it.
  importHistory(project, input, '-c', 'core.compression=0');
  execFileSync('git', ['reset', '-q', '--hard'], { cwd: project });
}

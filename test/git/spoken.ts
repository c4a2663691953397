import type { Status } from '../../packages/git/src/operations/read-status.ts';

/** Our status in the format of `git status --porcelain=v2`. */
export function spoken({ files, renamed }: Status): string[] {
  const rows = files.map(({ path, index, working_dir }) => {
    const from = renamed.find((rename) => rename.to === path)?.from;
    const code = `${index}${working_dir}`.replaceAll(' ', '.');
    return from === undefined ? `${code} ${path}` : `${code} ${from} -> ${path}`;
  });
  return rows.sort();
}

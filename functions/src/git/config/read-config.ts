import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { readOptionalText } from '../storage/read-optional.ts';
import { parseConfig } from './parse-config.ts';

/** The configuration that git would see: system, user, repository, the later ones winning. */
export class GitConfig {
  readonly #values = new Map<string, string[]>();

  add(name: string, value: string): void {
    const list = this.#values.get(name);
    if (list === undefined) this.#values.set(name, [value]);
    else list.push(value);
  }

  /** The last value, which is the one that counts. Names as `parseConfig` gives them. */
  get(name: string): string | undefined {
    return this.#values.get(name)?.at(-1);
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.get(name)?.toLowerCase();
    if (value === undefined) return otherwise;
    return ['true', 'yes', 'on', '1'].includes(value);
  }

  /** The keys that stand directly in a section. */
  keys(section: string): string[] {
    const names = [...this.#values.keys()].filter((name) => name.startsWith(`${section}.`));
    return names.map((name) => name.slice(section.length + 1));
  }

  /** The sub-sections of a section that carry this key, for example the names of all remotes with a `url`. */
  subsections(section: string, key: string): string[] {
    const start = `${section}.`;
    const end = `.${key}`;
    const names = [...this.#values.keys()].filter((name) => name.startsWith(start) && name.endsWith(end));
    return names.map((name) => name.slice(start.length, -end.length)).filter((name) => name !== '');
  }
}

const DEEPEST_INCLUDE = 10;

/** Reads the files anew: they are small, and a person may edit them at any time. */
export function readConfig(commondir: string, gitdir: string): GitConfig {
  const config = new GitConfig();
  for (const path of [...systemFiles(), join(commondir, 'config')]) addFile(config, path, 0);
  if (config.flag('extensions.worktreeconfig', false)) addFile(config, join(gitdir, 'config.worktree'), 0);
  return config;
}

function systemFiles(): string[] {
  const env = process.env;
  const system = env.GIT_CONFIG_NOSYSTEM ? [] : [env.GIT_CONFIG_SYSTEM ?? '/etc/gitconfig'];
  if (env.GIT_CONFIG_GLOBAL !== undefined) return [...system, env.GIT_CONFIG_GLOBAL];
  const xdg = env.XDG_CONFIG_HOME || join(homedir(), '.config');
  return [...system, join(xdg, 'git', 'config'), join(homedir(), '.gitconfig')];
}

function addFile(config: GitConfig, path: string, depth: number): void {
  const text = path === '' || depth > DEEPEST_INCLUDE ? undefined : readOptionalText(path);
  if (text === undefined) return;
  for (const { name, value } of parseConfig(text)) {
    config.add(name, value);
    if (name === 'include.path') addFile(config, expandPath(value, dirname(path)), depth + 1);
  }
}

/** `~/` and paths relative to the file that names them. */
export function expandPath(path: string, relativeTo: string): string {
  if (path.startsWith('~/')) return join(homedir(), path.slice(2));
  return isAbsolute(path) ? path : join(relativeTo, path);
}

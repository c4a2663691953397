/**
 * `npm run dev`: the local stack, with the console from Vite instead of a built one. Functions whose code changes are
 * restarted; while it does not build, the old ones go on, and the terminal and every open page show why.
 */
import type { Server } from 'node:http';
import { resolve, sep } from 'node:path';
import { type BuildFailure, formatMessages } from 'esbuild';
import type { ErrorPayload } from 'vite';
import type { FunctionName } from '../stack/function.ts';
import type { SiteHandler } from '../stack/hosting.ts';
import { openFunctions } from './functions.ts';
import { openSite } from './site.ts';
import { typeChecker } from './type-checker.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Sources by the project whose types they are part of. */
const SOURCES = {
  functions: ['functions/src', 'packages'],
  web: ['web/src', 'client/src', 'packages'],
};
type Project = keyof typeof SOURCES;
const PROJECTS = Object.keys(SOURCES) as Project[];
/** Milliseconds: an editor saves a file in several steps, and git changes many. */
const SETTLE = 50;

export interface Development {
  /** For the stack. */
  directory: string;
  /** For the stack's Hosting. */
  site(server: Server): Promise<SiteHandler>;
  /** From now on what is saved is served. */
  follow(restart: (name: FunctionName) => Promise<void>): void;
  close(): Promise<void>;
}

/**
 * @param state folder for caches
 * @param say called with what the terminal shows
 * @throws esbuild's BuildFailure if the functions cannot be built
 */
export async function startDevelopment(state: string, say: (text: string) => void): Promise<Development> {
  const functions = await openFunctions();
  await functions.rebuild();
  const folders = SOURCES.functions.map((folder) => resolve(ROOT, folder));
  const site = openSite(state, folders);
  const types = typeChecker(ROOT, state, say);
  const follow = (restart: (name: FunctionName) => Promise<void>) => {
    const changed = new Set<Project>();
    const serve = () => serveChanges(functions.rebuild, restart, site.show, say);
    const handle = async () => {
      const projects = [...changed];
      changed.clear();
      if (projects.includes('functions')) await serve();
      for (const each of projects) void types.check(each);
    };
    // What was saved while the stack was starting.
    let turn = serve();
    let timer: NodeJS.Timeout | undefined;
    site.onChange((path) => {
      const projects = projectsOf(path);
      if (projects.length === 0) return;
      for (const each of projects) {
        changed.add(each);
        void types.stop(each);
      }
      clearTimeout(timer);
      timer = setTimeout(() => {
        turn = turn.then(handle);
      }, SETTLE);
    });
  };
  const close = async () => {
    await Promise.all([site.close(), functions.close(), ...PROJECTS.map(types.stop)]);
  };
  return { directory: functions.directory, site: site.serve, follow, close };
}

const projectsOf = (path: string): Project[] =>
  PROJECTS.filter((name) => SOURCES[name].some((folder) => path.startsWith(resolve(ROOT, folder) + sep)));

async function serveChanges(
  rebuild: () => Promise<FunctionName[]>,
  restart: (name: FunctionName) => Promise<void>,
  show: (error: ErrorPayload['err'] | null) => void,
  say: (text: string) => void,
): Promise<void> {
  const begun = performance.now();
  try {
    const changed = await rebuild();
    await Promise.all(changed.map(restart));
    show(null);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    if (changed.length > 0) say(`${changed.join(', ')}: the new code runs after ${seconds} s`);
  } catch (error) {
    const { errors = [] } = error as Partial<BuildFailure>;
    const lines = await formatMessages(errors, { kind: 'error' });
    const text = lines.length > 0 ? lines.join('') : (error as Error).message;
    say(`The functions go on as they were:\n${text}`);
    show({ message: text, stack: '', plugin: 'functions' });
  }
}

/** Who is calling, kept in a file that only its owner reads. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Command, CommandError, textOf } from './command.ts';
import { ask } from './print.ts';

export interface Login {
  url?: string;
  token: string;
}

type Env = NodeJS.ProcessEnv;

const placeOf = ({ XDG_CONFIG_HOME: folder }: Env): string =>
  join(folder || join(homedir(), '.config'), 'sightline', 'login.json');

/** @returns what `login` has kept; null without it */
export async function readLogin(env: Env): Promise<Login | null> {
  const kept = await readFile(placeOf(env), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return kept === null ? null : (JSON.parse(kept) as Login);
}

export const login: Command = {
  name: 'login',
  about:
    'Reads a key of a dataset, or a token, from the standard input, and keeps it for later calls, with --url.',
  options: {},
  async run({ given, env }) {
    if (process.stdin.isTTY) ask('Paste the key, then press Enter and Ctrl-D: ');
    const token = (await text(process.stdin)).trim();
    if (!/^[\x21-\x7e]+$/.test(token)) throw new CommandError('The standard input has no key or token.');
    const url = textOf(given, 'url') ?? env.SIGHTLINE_URL;
    const place = placeOf(env);
    await mkdir(dirname(place), { recursive: true });
    // A file that is there keeps its mode when it is written again.
    await rm(place, { force: true });
    await writeFile(place, JSON.stringify({ ...(url && { url }), token } satisfies Login), { mode: 0o600 });
    return { text: `Kept in ${place}.`, json: { file: place } };
  },
};

export const logout: Command = {
  name: 'logout',
  about: 'Forgets what login has kept.',
  options: {},
  async run({ env }) {
    await rm(placeOf(env), { force: true });
    return { text: '', json: {} };
  },
};

/** Downloads the Firestore emulator through firebase-tools, if it is missing and the user agrees. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline/promises';
import { FirestoreMissing, findFirestoreJar } from './firestore-jar.ts';

export interface FetchOptions {
  /** Do not ask. */
  yes: boolean;
  /** Whether a user can be asked. */
  isTerminal: boolean;
  find(): Promise<string>;
  /** @returns the typed line */
  ask(question: string): Promise<string>;
  /** @returns the exit code */
  fetch(): Promise<number>;
}

const QUESTION =
  'The Firestore emulator is missing. Fetch it now with firebase-tools (137 MB, kept in ~/.cache/firebase/emulators)? [Y/n] ';

/** @throws one sentence if it is missing and was not downloaded */
export async function offerFirestore(options: FetchOptions): Promise<void> {
  try {
    await options.find();
  } catch (error) {
    if (!(error instanceof FirestoreMissing)) throw error;
    if (!(await isWanted(options))) throw error;
    if ((await options.fetch()) !== 0)
      throw new Error('firebase-tools could not fetch the Firestore emulator: its own words stand above.');
    await options.find();
  }
}

async function isWanted({ yes, isTerminal, ask }: FetchOptions): Promise<boolean> {
  if (yes) return true;
  return isTerminal && /^(y|yes)?$/i.test((await ask(QUESTION)).trim());
}

export const fetchOptions = (yes: boolean): FetchOptions => ({
  yes,
  isTerminal: Boolean(process.stdin.isTTY),
  find: () => findFirestoreJar(),
  ask: async (question) => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    return terminal.question(question).finally(() => terminal.close());
  },
  fetch: async () => {
    const program = createRequire(import.meta.url).resolve('firebase-tools/lib/bin/firebase.js');
    const child = spawn(process.execPath, [program, 'setup:emulators:firestore'], { stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  },
});

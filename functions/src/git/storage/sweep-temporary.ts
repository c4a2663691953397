import { readdirSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** No write takes this long: what is older was left by a process that died. */
const ABANDONED_MS = 60 * 60_000;

/** Removes temporary files of killed processes. A favour: whatever goes wrong here is left for the next time. */
export function sweepTemporary(directory: string): void {
  try {
    for (const name of readdirSync(directory)) {
      const path = join(directory, name);
      if (name.startsWith('tmp_') && Date.now() - statSync(path).mtimeMs > ABANDONED_MS) unlinkSync(path);
    }
  } catch {
    // the folder may not be there, or may not be ours to write
  }
}

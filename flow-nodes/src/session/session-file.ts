/** What is known about the session, on disk: it outlives the process. */
import type { Disk } from '../spool/disk.ts';

export interface SessionState {
  /** Name of the run that frames carry now (Contract 10); '' while stopped. */
  name: string;
  /** When it was started, Unix milliseconds. */
  since: number;
  /**
   * Whether the monitor runs it: `asked` before the first answer, which may get lost; `foreign` while it runs a session of
   * somebody else.
   */
  live: 'no' | 'asked' | 'yes' | 'foreign';
  /** An earlier session of ours is to be stopped first. */
  mustStop: boolean;
}

export const STOPPED: SessionState = { name: '', since: 0, live: 'no', mustStop: false };

const PATH = 'session.json';

/** An unreadable file counts as stopped: frames keep the names that they have. */
export async function readSession(disk: Disk): Promise<SessionState> {
  const text = (await disk.read(PATH))?.toString('utf8') ?? '';
  try {
    const read = JSON.parse(text) as Partial<SessionState>;
    return typeof read.name === 'string' ? { ...STOPPED, ...read } : STOPPED;
  } catch {
    return STOPPED;
  }
}

export const writeSession = (disk: Disk, state: SessionState): Promise<void> =>
  disk.replace(PATH, [Buffer.from(JSON.stringify(state))]);

/** Reads the Realtime Database's `monitor/{id}` for the sweep. */
import { type Database, getDatabase } from 'firebase-admin/database';
import { app } from '../../common/adapters/firebase.ts';
import { databaseKey } from '../../common/adapters/live-state.ts';
import { withTimeout } from '../../common/concurrency/timeout.ts';
import { decodeSegment } from '../../common/http/input/decode-segment.ts';
import type { Live } from '../listings.ts';

/** Milliseconds. The client itself would wait for its connection forever. */
const DEADLINE = 10_000;
/** Live states in one page; each may hold a thumbnail of 40 KB. */
const PAGE = 50;

const database = (): Database => getDatabase(app());

export async function readLive(monitor: string): Promise<Live> {
  const paths = ['status', 'session', 'totalCounter', 'image/id'];
  const [status, session, total, image] = await Promise.all(paths.map((path) => read(monitor, path)));
  return {
    status: status === true,
    session: typeof session === 'string' ? session : '',
    totalCounter: typeof total === 'number' ? total : null,
    image: typeof image === 'string' ? image : '',
  };
}

async function read(monitor: string, path: string): Promise<unknown> {
  const node = database().ref(`monitor/${databaseKey(monitor)}/${path}`);
  return (await withTimeout(DEADLINE, 'live state', node.get())).val();
}

/** Ids of monitors, page by page. */
export async function* listLive(): AsyncGenerator<string[]> {
  for (let after: string | undefined; ; ) {
    const all = database().ref('monitor').orderByKey();
    const query = (after === undefined ? all : all.startAfter(after)).limitToFirst(PAGE);
    const keys: string[] = [];
    (await withTimeout(DEADLINE, 'live state', query.get())).forEach((each) => {
      keys.push(each.key);
    });
    // Reverses `databaseKey`.
    if (keys.length > 0) yield keys.map(decodeSegment);
    after = keys.at(-1);
    if (after === undefined || keys.length < PAGE) return;
  }
}

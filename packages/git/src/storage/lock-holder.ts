/**
 * The process that holds a lock file. Our own locks contain its description; those of native git are empty or contain part
 * of an index, so only their age is known.
 */
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { beginOf, isInUse, type Place, thisPlace } from './process-identity.ts';

const holderSchema = z.object({
  pid: z.number(),
  host: z.string(),
  /** Boot id of the machine, '' if the system does not provide it. */
  boot: z.string(),
  /** Process ids mean something only inside their namespace (Linux containers); '' if there is none. */
  namespace: z._default(z.string(), ''),
  /** When the process began, in ticks since the boot; '' if the system does not provide it. */
  began: z._default(z.string(), ''),
  /** Fencing token of the lease under which the process writes, if it has one. */
  fence: z.optional(z.number()),
  /** Unique to each acquisition. Every git process started under the lock has it in its environment. */
  nonce: z.string(),
  /** ms since 1970. */
  since: z.number(),
});
export type LockHolder = z.infer<typeof holderSchema>;

const SIGNATURE = 'sightline-lock';

/** Locks that this process has taken and not released, and whether it still works under them. */
const own = new Map<string, boolean>();

export const keepOwn = ({ nonce }: LockHolder): unknown => own.set(nonce, true);
export const dropOwn = ({ nonce }: LockHolder): unknown => own.delete(nonce);
/** The lock stays, and counts as that of a dead process. */
export const giveUpOwn = ({ nonce }: LockHolder): unknown => own.set(nonce, false);

export function describeHolder(fence?: number): LockHolder {
  const nonce = randomBytes(8).toString('hex');
  const { pid } = process;
  return {
    pid,
    ...thisPlace(),
    began: beginOf(pid),
    ...(fence !== undefined && { fence }),
    nonce,
    since: Date.now(),
  };
}

export const formatHolder = (holder: LockHolder): string => `${SIGNATURE} ${JSON.stringify(holder)}\n`;

/** The holder in the text of a lock, or undefined if the lock is not ours. */
export function parseHolder(text: string): LockHolder | undefined {
  if (!text.startsWith(`${SIGNATURE} {`)) return undefined;
  try {
    return holderSchema.parse(JSON.parse(text.slice(SIGNATURE.length)));
  } catch {
    return undefined;
  }
}

/** Names that many machines have, as all instances of a cloud function do. */
const NAMELESS = ['', 'localhost', 'localhost.localdomain'];

/**
 * `dead` and `alive` only if that is proven; `unknown` for another machine.
 * @param fence of the caller: a holder with a lower one has lost the lease, which is proof wherever it ran
 */
export function fateOf(holder: LockHolder, fence?: number, here = thisPlace()): 'alive' | 'dead' | 'unknown' {
  const isAtWork = own.get(holder.nonce);
  if (isAtWork !== undefined) return isAtWork ? 'alive' : 'dead';
  const fate = fateByPlace(holder, here);
  const isFenced = fence !== undefined && holder.fence !== undefined && holder.fence < fence;
  return fate === 'unknown' && isFenced ? 'dead' : fate;
}

function fateByPlace(holder: LockHolder, here: Place): 'alive' | 'dead' | 'unknown' {
  if (holder.host !== here.host) return 'unknown';
  if (holder.boot !== '' && here.boot !== '') {
    if (holder.boot === here.boot) return fateByProcess(holder, here);
    return NAMELESS.includes(here.host) ? 'unknown' : 'dead';
  }
  return NAMELESS.includes(here.host) || !isInUse(holder.pid) ? 'unknown' : 'alive';
}

/** On the same kernel. A container that restarts keeps its host name, and often the process id, but not its namespace. */
function fateByProcess({ pid, began, namespace }: LockHolder, here: Place): 'alive' | 'dead' | 'unknown' {
  if (pid === process.pid || !isInUse(pid)) return 'dead';
  if (namespace !== '' && namespace !== here.namespace) return 'unknown';
  const now = beginOf(pid);
  return began === '' || now === '' || now === began ? 'alive' : 'dead';
}

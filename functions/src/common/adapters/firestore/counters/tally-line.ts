/** The tallies of this process (see tallies.ts): one counter part for each dataset, written every one or two seconds. */
import type { DocumentReference, Timestamp, WriteBatch, WriteResult } from 'firebase-admin/firestore';
import { addCounts, addImage, type Counts, noCounts } from '../../../counters/counter-change.ts';
import { splitCounts } from '../../../counters/split-counts.ts';
import { faultOf } from '../../../foreign-errors.ts';
import type { ImageRecord } from '../../../model.ts';
import { firestore } from '../../firebase.ts';
import { commit, inTime, readDocument } from '../documents.ts';
import type { Fields } from '../fields.ts';
import { counterCollection } from '../references.ts';
import { epochOf, incrementFields, isFull, newSeries, TRANSFORMS, writeCounts } from './counter-parts.ts';
import { recount } from './recount.ts';
import { ABANDONED, newTallyId, tallyFields, updatePart } from './tallies.ts';

/**
 * Milliseconds for which frames join a tally: a counter document should be written at most once a second
 * (Facts: Firestore, Realtime Database, Storage).
 */
export const SPAN = 1_500;
/** Milliseconds after which a tally is closed if no later frame closes it. */
const CLOSED_AFTER = 2_000;
/** Maximum images in a tally; counting it costs that many reads. */
const MOST = 200;
/** Milliseconds by which clocks may differ. */
const CLOCKS = 15_000;
/** How often a commit is tried again because its part has changed. */
const ATTEMPTS = 3;
/** From this many lines on, idle ones are dropped. */
const MOST_LINES = 1_000;

interface Tally {
  id: string;
  began: number;
  counts: Counts;
}

interface Line {
  part: DocumentReference;
  epoch: number;
  /** That the part has counted. */
  groups: Set<string>;
  /** Of the part; null before it exists. */
  version: Timestamp | null;
  tally: Tally | null;
  /** When the last commit began, Unix milliseconds. */
  last: number;
}

const lines = new Map<string, Line>();
/** The running commit of each dataset. */
const running = new Map<string, Promise<unknown>>();

/** Fields of a new record that say how it is counted. */
type ExtraFields = (record: ImageRecord) => Fields;

/**
 * Creates records and counts them. If the commit fails, it may still take effect later: this process then leaves its tally as
 * it is, and the publisher of the counters recounts it from the records.
 * @param prepare builds the batch that creates the records, each with these fields besides its own
 */
export const commitTallied = (
  dataset: string,
  records: readonly ImageRecord[],
  prepare: (extraFields: ExtraFields) => WriteBatch,
): Promise<void> =>
  oneAtATime(dataset, async () => {
    const counts = records.reduce((sum, record) => addImage(sum, record), noCounts());
    for (let attempt = 0; ; attempt += 1) {
      const line = lines.get(dataset) ?? newLine(dataset);
      try {
        return await commitOnce(dataset, line, counts, prepare);
      } catch (error) {
        const isOutdated = faultOf(error) === 'changed' || faultOf(error) === 'missing';
        const isFinal = !isOutdated || attempt === ATTEMPTS;
        if (isFinal || !(await refreshIfOwn(line))) lines.delete(dataset);
        if (isFinal) throw error;
      }
    }
  });

async function commitOnce(
  dataset: string,
  line: Line,
  counts: Counts,
  prepare: (extraFields: ExtraFields) => WriteBatch,
): Promise<void> {
  const now = Date.now();
  const { tally } = line;
  if (tally && now - tally.began < SPAN && tally.counts.images < MOST) {
    const joining = prepare((record) => tallyFields(tally.id, record)).commit();
    await inTime('commit', joining).catch((error: unknown) => {
      joining.then((results) => countLate(dataset, tally, results)).catch(() => {});
      throw error;
    });
    addCounts(tally.counts, counts);
  } else {
    // The first frame after a pause is counted at once; if more follow, they join a tally.
    const isSteady = tally !== null || now - line.last < SPAN;
    const sum = addCounts(noCounts(), counts);
    if (tally) addCounts(sum, tally.counts);
    await writeLine(dataset, line, sum, { writes: prepare(() => ({})), opens: isSteady });
  }
  line.last = now;
}

/**
 * The client keeps retrying a commit for up to ten minutes after its caller has given up. If it succeeds when others may have
 * closed the tally, nobody knows whether its frames were among those that they counted.
 */
async function countLate(dataset: string, { began }: Tally, results: readonly WriteResult[]): Promise<void> {
  const arrived = results[0]?.writeTime.toMillis() ?? 0;
  if (arrived - began > ABANDONED - CLOCKS) await recount(dataset);
}

/**
 * Publishing the timeline changes the part, and leaves its tally as it is: the line then gets the part's new version. False if
 * another process has closed the tally, because this process was frozen, or if this commit succeeded but its answer was lost.
 */
async function refreshIfOwn(line: Line): Promise<boolean> {
  try {
    const part = await readDocument(line.part);
    line.version = part.updateTime ?? null;
    return part.exists && part.get('open') === line.tally?.id;
  } catch {
    return false;
  }
}

/** Closes the open tally, if there is one, and opens the next or none. */
async function writeLine(
  dataset: string,
  line: Line,
  sum: Counts,
  { writes, opens }: { writes: WriteBatch; opens: boolean },
): Promise<void> {
  const now = Date.now();
  for (const group of Object.keys(sum.group)) line.groups.add(group);
  const isOver = isFull(line, now);
  const next = opens && !isOver ? { id: newTallyId(now), began: now, counts: noCounts() } : null;
  const [first, ...rest] = splitCounts(sum, TRANSFORMS) as [Counts, ...Counts[]];
  for (const piece of rest) writeCounts(writes, dataset, piece);
  const { part: ref, version } = line;
  if (version) updatePart(writes, { ref, updateTime: version }, first, next?.id ?? null);
  else writes.create(ref, { ...incrementFields(first), ...(next && { open: next.id }) });
  line.version = (await commit(writes)).at(-1)?.writeTime ?? null;
  line.tally = next;
  if (next) setTimeout(() => void close(dataset, next), CLOSED_AFTER).unref();
  if (isOver) lines.delete(dataset);
}

/** On failure, other processes count the tally from its records. */
async function close(dataset: string, tally: Tally): Promise<void> {
  await oneAtATime(dataset, async () => {
    const line = lines.get(dataset);
    if (line?.tally !== tally) return;
    for (let attempt = 0; ; attempt += 1) {
      try {
        await writeLine(dataset, line, tally.counts, { writes: firestore().batch(), opens: false });
        return;
      } catch (error) {
        if (faultOf(error) === 'changed' && attempt < ATTEMPTS && (await refreshIfOwn(line))) continue;
        lines.delete(dataset);
        return;
      }
    }
  });
}

function newLine(dataset: string): Line {
  const now = Date.now();
  if (lines.size >= MOST_LINES)
    for (const [id, { tally, last }] of lines) if (!tally && now - last > SPAN) lines.delete(id);
  const part = counterCollection(dataset).doc(newSeries(now));
  const line: Line = { part, epoch: epochOf(now), groups: new Set(), version: null, tally: null, last: 0 };
  lines.set(dataset, line);
  return line;
}

async function oneAtATime<T>(dataset: string, work: () => Promise<T>): Promise<T> {
  const before = running.get(dataset);
  const mine = (before ?? Promise.resolve()).then(work, work);
  running.set(dataset, mine);
  try {
    return await mine;
  } finally {
    if (running.get(dataset) === mine) running.delete(dataset);
  }
}

/** What Firestore charges for calls, according to its pricing page (docs/operate/scale.md names it). Pure functions. */
import type { FirestoreCall, Message } from './firestore-wire.ts';
import { rangesOf } from './index-ranges.ts';

export interface FirestoreBill {
  reads: number;
  writes: number;
  deletes: number;
  /** Successful commits, and refused ones, which cost nothing but time (such as `ABORTED`). */
  commits: number;
  refused: number;
  /** Bytes of all commits. */
  committed: number;
  /** What was read and written, by kind: `image`, `dataset/counter`, `count of image`. */
  readsOf: Record<string, number>;
  writesOf: Record<string, number>;
  /** Times of the writes of each document, in milliseconds of the observer's clock. */
  written: Map<string, number[]>;
  /** Writes to index ranges that rise with time: by index, and within it by range. */
  ranges: Map<string, Map<string, number>>;
}

export const emptyBill = (): FirestoreBill => ({
  reads: 0,
  writes: 0,
  deletes: 0,
  commits: 0,
  refused: 0,
  committed: 0,
  readsOf: {},
  writesOf: {},
  written: new Map(),
  ranges: new Map(),
});

/** An aggregation costs one read per this many index entries, at least one. */
const ENTRIES_PER_READ = 1000;

/**
 * @param status gRPC code; 0 is success
 * @throws for a method without a known price
 */
export function charge(bill: FirestoreBill, call: FirestoreCall, status: number, now: number): void {
  const rule = RULES[call.method];
  if (!rule) throw new Error(`no price is known here for ${call.method}`);
  if (status !== 0) bill.refused += 1;
  else rule(bill, call, now);
}

type Rule = (bill: FirestoreBill, call: FirestoreCall, now: number) => void;

const RULES: Readonly<Record<string, Rule>> = {
  BeginTransaction: () => {},
  Rollback: () => {},
  // A document that does not exist is charged too.
  BatchGetDocuments: (bill, { responses }) => {
    for (const each of responses) {
      const name = (each.found as Message | undefined)?.name ?? each.missing;
      if (name !== undefined) read(bill, kindOf(String(name)), 1);
    }
  },
  // A query without results costs one read.
  RunQuery: (bill, { requests, responses }) => {
    const found = responses.filter((each) => each.document !== undefined).length;
    const { parent, structuredQuery } = requests[0] as Message;
    read(bill, collectionOf(parent, structuredQuery), Math.max(1, found));
  },
  RunAggregationQuery: (bill, { requests, responses }) => {
    const { parent, structuredAggregationQuery } = requests[0] as Message;
    const { structuredQuery } = structuredAggregationQuery as Message;
    const entries = Math.max(0, ...responses.map(countIn));
    const reads = Math.max(1, Math.ceil(entries / ENTRIES_PER_READ));
    read(bill, `count of ${collectionOf(parent, structuredQuery)}`, reads);
  },
  Commit: (bill, { requests, bytes }, now) => {
    bill.commits += 1;
    bill.committed += bytes;
    for (const write of ((requests[0] as Message).writes ?? []) as Message[]) chargeWrite(bill, write, now);
  },
};

function chargeWrite(bill: FirestoreBill, write: Message, now: number): void {
  const updated =
    (write.update as Message | undefined)?.name ?? (write.transform as Message | undefined)?.document;
  const path = pathOf(String(updated ?? write.delete));
  bill.written.set(path, [...(bill.written.get(path) ?? []), now]);
  if (updated === undefined) bill.deletes += 1;
  else {
    bill.writes += 1;
    const kind = kindOf(path);
    bill.writesOf[kind] = (bill.writesOf[kind] ?? 0) + 1;
    for (const { index, prefix } of rangesOf(kind, write)) {
      const ranges = bill.ranges.get(index) ?? new Map<string, number>();
      bill.ranges.set(index, ranges.set(prefix, (ranges.get(prefix) ?? 0) + 1));
    }
  }
}

function read(bill: FirestoreBill, kind: string, reads: number): void {
  bill.reads += reads;
  bill.readsOf[kind] = (bill.readsOf[kind] ?? 0) + reads;
}

function countIn(response: Message): number {
  const fields = (response.result as Message | undefined)?.aggregateFields as
    | Record<string, Message>
    | undefined;
  return Math.max(0, ...Object.values(fields ?? {}).map((value) => Number(value.integerValue ?? 0)));
}

function collectionOf(parent: unknown, structuredQuery: unknown): string {
  const from = ((structuredQuery as Message).from as Message[])[0]?.collectionId;
  return kindOf(`${pathOf(String(parent))}/${String(from)}/x`.replace(/^\//, ''));
}

const pathOf = (name: string): string => name.replace(/^projects\/[^/]+\/databases\/[^/]+\/documents\/?/, '');

/** Collections in a document's path: `dataset/counter` for `dataset/a/counter/b`. */
const kindOf = (name: string): string =>
  pathOf(name)
    .split('/')
    .filter((_, index) => index % 2 === 0)
    .join('/');

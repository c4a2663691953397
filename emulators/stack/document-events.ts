/** Replaces Eventarc: calls a function with each changed or deleted document of a collection. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QuerySnapshot } from '@google-cloud/firestore';
import type { RunningFunction } from './function.ts';
import { ownerClient } from './owner-client.ts';
import { HOST, waitUntil } from './ports.ts';

interface Where {
  /** `host:port` of Firestore. */
  firestore: string;
  projectId: string;
}

interface DocumentEvents extends Where {
  collection: string;
  target: RunningFunction;
}

export interface PlayedEvents {
  /** Resolves when the functions have handled all changes in Firestore, or after five seconds. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds. */
const SETTLE_WITHIN = 5_000;

/** Calls the event functions. */
export function playEvents(functions: Partial<Record<string, RunningFunction>>, where: Where): PlayedEvents {
  const played = ['dataset', 'monitor'].flatMap((collection) => {
    const target = functions[`people-${collection}`];
    return target ? [triggerOnWrite({ ...where, collection, target })] : [];
  });
  return {
    settle: async () => void (await Promise.all(played.map((each) => each.settle()))),
    stop: async () => void (await Promise.all(played.map((each) => each.stop()))),
  };
}

function triggerOnWrite(events: DocumentEvents): PlayedEvents {
  const firestore = ownerClient(events.projectId, events.firestore);
  const collection = firestore.collection(events.collection);
  const calls = new Set<Promise<void>>();
  let seen: string | undefined;
  const stop = collection.onSnapshot(
    (snapshot) => {
      // Documents in the listener's first snapshot have not changed just now.
      if (seen !== undefined) for (const { doc } of snapshot.docChanges()) note(calls, send(events, doc.id));
      seen = versionsOf(snapshot);
    },
    () => {},
  );
  let reading: Promise<unknown> = Promise.resolve();
  const hasSettled = async () => versionsOf(await collection.select().get()) === seen && calls.size === 0;
  return {
    settle: async () => {
      const settled = waitUntil(hasSettled, SETTLE_WITHIN);
      reading = settled.catch(() => {});
      await Promise.race([settled, late()]);
    },
    stop: async () => {
      stop();
      // A read that goes on while its client is terminated is an unhandled rejection.
      await Promise.race([reading, late()]);
      await firestore.terminate();
    },
  };
}

const late = (): Promise<unknown> => sleep(SETTLE_WITHIN, null, { ref: false });

const versionsOf = (snapshot: QuerySnapshot): string =>
  snapshot.docs.map(({ id, updateTime }) => `${id} ${updateTime.valueOf()}`).join();

function note(calls: Set<Promise<void>>, call: Promise<void>): void {
  calls.add(call);
  void call.finally(() => calls.delete(call));
}

/** In the binary mode of CloudEvents over HTTP, without the document's fields, which are not used. */
async function send({ projectId, collection, target }: DocumentEvents, id: string): Promise<void> {
  if (!target.isRunning()) return;
  const document = `${collection}/${encodeURIComponent(id)}`;
  const about = {
    specversion: '1.0',
    id: randomUUID(),
    type: 'google.cloud.firestore.document.v1.written',
    source: `//firestore.googleapis.com/projects/${projectId}/databases/(default)`,
    document,
    subject: `documents/${document}`,
    time: new Date().toISOString(),
  };
  const attributes = Object.entries(about).map(([name, value]) => [`ce-${name}`, value]);
  const headers = { 'content-type': 'application/json', ...Object.fromEntries(attributes) };
  await fetch(`http://${HOST}:${target.port}/`, { method: 'POST', headers, body: '{}' }).catch(() => {});
}

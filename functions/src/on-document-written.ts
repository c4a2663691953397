import type { Expression } from 'firebase-functions/params';
import { decodeSegment } from './common/http/input/decode-segment.ts';

interface Options {
  /** A path with one `{id}` at its end. */
  document: `${string}/{id}`;
  region: Expression<string>;
}

/** The part of Eventarc's event that is read. */
interface DocumentEvent {
  /** Path of the document, percent-encoded where a header cannot hold a character. */
  document: string;
}

const MEGABYTES = 256;

/**
 * A function that is called with the id of each document that was written or deleted, at least once, in any order. This
 * does what `onDocumentWritten` of firebase-functions does. That one imports the Firestore client in `index.ts`, which all
 * functions load: each would start a fifth of a second later.
 */
export function onDocumentWritten({ document, region }: Options, handle: (id: string) => Promise<void>) {
  const run = async (event: DocumentEvent): Promise<void> => {
    const id = event.document.slice(event.document.lastIndexOf('/') + 1);
    for (const each of new Set([id, decodeSegment(id)])) await handle(each);
  };
  const eventTrigger = {
    eventType: 'google.cloud.firestore.document.v1.written',
    eventFilters: { database: '(default)', namespace: '(default)' },
    eventFilterPathPatterns: { document },
    // Failed events are retried: an outdated copy would let somebody in.
    retry: true,
  };
  const endpoint = { platform: 'gcfv2', region, availableMemoryMb: MEGABYTES, labels: {}, eventTrigger };
  return Object.assign(run, { run, __endpoint: endpoint });
}

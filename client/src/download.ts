/** A download as a stream. */

import type { Job } from './api.ts';
import { attempt, bodyOf, failureOf } from './attempt.ts';
import { type GoOn, Mended, readerOf, streamOf } from './mended.ts';
import type { Resource } from './resource.ts';
import { fieldOf, SightlineError } from './sightline-error.ts';
import { type CallOptions, type Request, startDeadline, type Transport } from './transport.ts';

export interface Download {
  fileName: string;
  /** Bytes, if the server sends Content-Length. */
  size: number | undefined;
  stream: ReadableStream<Uint8Array>;
  /** Of the export of a version: what its format cannot hold, in sentences. */
  notes: string[];
}

/** Milliseconds until Storage must answer. */
const PATIENCE = 60_000;

/** What files are, unlike a link, or the page of a proxy. */
const FILE = /^(application\/(zip|x-ndjson|octet-stream)|text\/csv)/;
const isFile = ({ headers }: Response): boolean => FILE.test(headers.get('content-type') ?? '');

/**
 * The file that a call answers with, or has a link to: `{status: "success", result: <link>}`.
 * @returns the job that makes the file, where it is not there yet
 */
export async function openFile(
  { path, transport }: Resource,
  request: Pick<Request<unknown>, 'method' | 'query' | 'json'>,
  options: CallOptions,
): Promise<Download | Pending> {
  const left = startDeadline(options.deadline);
  // Browsers hide the target of a redirect, so the link is requested as JSON.
  const query = { ...request.query, redirect: false };
  const asked = { path, ...request, query, isRepeatable: true, isLong: true, read: () => undefined } as const;
  const { headers, requestId, ...opened } = await transport.open<Opened>(
    asked,
    async (response, requestId, keepOpen) => {
      const about = { headers: response.headers, requestId };
      if (response.ok && isFile(response)) {
        const end = keepOpen();
        return { ...about, file: { ...aboutOf(response), stream: streamOf(readerOf(response, end)) } };
      }
      const body = await bodyOf(response);
      const job = fieldOf(body, 'job') as Job | undefined;
      if (response.status === 202 && job) return { ...about, job };
      const link = fieldOf(body, 'result');
      if (!response.ok || fieldOf(body, 'status') !== 'success' || typeof link !== 'string')
        throw failureOf(response, body, requestId);
      return { ...about, link };
    },
    options,
  );
  if ('job' in opened) return opened;
  const notes = JSON.parse(headers.get('export-notes') ?? '[]') as string[];
  if ('file' in opened) return { ...opened.file, notes };
  const patience = Math.min(PATIENCE, left() ?? PATIENCE);
  return { ...(await followLink({ ...opened, requestId, patience }, transport, options)), notes };
}

interface Followed {
  link: string;
  requestId: string;
  /** Milliseconds. */
  patience: number;
}

/** The link is signed: Storage needs no credentials, and must not see ours. */
async function followLink(
  { link, requestId, patience }: Followed,
  { settings }: Transport,
  { signal }: CallOptions,
): Promise<Omit<Download, 'notes'>> {
  const follow = (patience: number, range?: { headers: Record<string, string> }) =>
    attempt(
      { requestId, signal, patience },
      (init) => settings.fetch(link, { ...init, ...range }),
      async (answer, keepOpen) => {
        if (!answer.ok) throw failureOf(answer, await bodyOf(answer), requestId);
        return { answer, reader: readerOf(answer, keepOpen()) };
      },
    );
  const { answer, reader } = await follow(patience);
  const goOn: GoOn = async (at) => {
    const rest = await follow(PATIENCE, { headers: { Range: `bytes=${at}-` } });
    const isSame = rest.answer.status === 206 && tagOf(rest.answer) === tagOf(answer);
    if (isSame) return rest.reader;
    await rest.reader.cancel();
    throw new SightlineError('The file was changed while it came', { kind: 'unexpected', requestId });
  };
  const mended = new Mended(reader, goOn, { policy: settings.retry, signal });
  return { ...aboutOf(answer), stream: streamOf(mended) };
}

/** Browsers hide it unless the bucket's CORS settings expose it: then both are null. */
const tagOf = ({ headers }: Response): string | null => headers.get('etag');

type Opened = { headers: Headers; requestId: string } & (
  | { file: Omit<Download, 'notes'> }
  | { link: string }
  | Pending
);

export interface Pending {
  job: Job;
}

function aboutOf(response: Response): Pick<Download, 'fileName' | 'size'> {
  const length = response.headers.get('content-length');
  return { fileName: fileNameOf(response), size: length === null ? undefined : Number(length) };
}

/** Browsers hide this header of Storage unless the bucket's CORS settings expose it. */
function fileNameOf({ headers }: Response): string {
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
  return name ?? `dataset_${new Date().toISOString().slice(0, 10)}.zip`;
}

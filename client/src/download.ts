/** A download as a stream. */

import { isSuccess } from './answer.ts';
import { attempt, bodyOf, failureOf } from './attempt.ts';
import { type GoOn, Mended, readerOf, streamOf } from './mended.ts';
import type { Resource } from './resource.ts';
import { fieldOf, SightlineError } from './sightline-error.ts';
import { type CallOptions, type Request, startDeadline } from './transport.ts';

export interface Download {
  fileName: string;
  /** Bytes, if the server sends Content-Length. */
  size: number | undefined;
  stream: ReadableStream<Uint8Array>;
}

/** Milliseconds until Storage must answer. */
const PATIENCE = 60_000;

/** The file of an export, which is never `application/json`: such an answer has the link to a large one. @returns as `openDownload` */
export const openExport = (
  resource: Resource,
  query: Request<unknown>['query'],
  options: CallOptions,
): ReturnType<typeof openDownload> =>
  // Browsers hide the target of a redirect, so the link is requested as JSON.
  openDownload(resource, { method: 'GET', query: { ...query, redirect: false } }, isJson, options);

const isJson = (mediaType: string): boolean => mediaType.startsWith('application/json');

/**
 * The file that a call answers with, or has a link to: `{status: "success", result: <link>}`.
 * @param isLink whether an answer of this media type has a link
 * @returns also the headers of the call's answer
 */
export async function openDownload(
  { path, transport }: Resource,
  request: Pick<Request<unknown>, 'method' | 'query' | 'json'>,
  isLink: (mediaType: string) => boolean,
  options: CallOptions,
): Promise<{ download: Download; headers: Headers }> {
  const left = startDeadline(options.deadline);
  const asked = { path, ...request, isRepeatable: true, isLong: true, read: () => undefined } as const;
  const { headers, requestId, ...file } = await transport.open<Opened>(
    asked,
    async (response, requestId, keepOpen) => {
      const about = { headers: response.headers, requestId };
      if (response.ok && !isLink(response.headers.get('content-type') ?? '')) {
        const end = keepOpen();
        return { ...about, download: { ...aboutOf(response), stream: streamOf(readerOf(response, end)) } };
      }
      const body = await bodyOf(response);
      const link = fieldOf(body, 'result');
      if (!response.ok || !isSuccess(body) || typeof link !== 'string')
        throw failureOf(response, body, requestId);
      return { ...about, link };
    },
    options,
  );
  if ('download' in file) return { headers, download: file.download };
  const { signal } = options;
  const patience = Math.min(PATIENCE, left() ?? PATIENCE);
  // The link is signed: Storage needs no credentials, and must not see ours.
  const follow = (patience: number, range?: { headers: Record<string, string> }) =>
    attempt(
      { requestId, signal, patience },
      (init) => transport.settings.fetch(file.link, { ...init, ...range }),
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
  const mended = new Mended(reader, goOn, { policy: transport.settings.retry, signal });
  return { headers, download: { ...aboutOf(answer), stream: streamOf(mended) } };
}

/** Browsers hide it unless the bucket's CORS settings expose it: then both are null. */
const tagOf = ({ headers }: Response): string | null => headers.get('etag');

type Opened = { headers: Headers; requestId: string } & ({ download: Download } | { link: string });

function aboutOf(response: Response): Pick<Download, 'fileName' | 'size'> {
  const length = response.headers.get('content-length');
  return { fileName: fileNameOf(response), size: length === null ? undefined : Number(length) };
}

/** Browsers hide this header of Storage unless the bucket's CORS settings expose it. */
function fileNameOf({ headers }: Response): string {
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
  return name ?? `dataset_${new Date().toISOString().slice(0, 10)}.zip`;
}

/** A download as a stream. */

import { isSuccess } from './answer.ts';
import { attempt, bodyOf, failureOf } from './attempt.ts';
import type { CallOptions, Transport } from './transport.ts';

export interface Download {
  fileName: string;
  /** Bytes, if the server sends Content-Length. */
  size: number | undefined;
  stream: ReadableStream<Uint8Array>;
}

/** Milliseconds until Storage must answer; the link expires within minutes. */
const PATIENCE = 60_000;

export function downloadOf(response: Response): Download {
  const length = response.headers.get('content-length');
  return {
    fileName: fileNameOf(response),
    size: length === null ? undefined : Number(length),
    stream: response.body as ReadableStream<Uint8Array>,
  };
}

/** @param response has the body `{status: "success", result: <link>}` */
export async function fetchLink(
  response: Response,
  { settings }: Transport,
  { signal }: CallOptions,
): Promise<Download> {
  const requestId = response.headers.get('x-request-id') ?? '';
  const body = await bodyOf(response);
  const link = (body as { result?: unknown }).result;
  if (!isSuccess(body) || typeof link !== 'string') throw failureOf(response, body, requestId);
  // The link is signed: Storage needs no credentials, and must not see ours.
  return attempt(
    { requestId, signal, patience: PATIENCE, isOpen: true },
    (init) => settings.fetch(link, init),
    async (answer) => {
      if (!answer.ok) throw failureOf(answer, await bodyOf(answer), requestId);
      return downloadOf(answer);
    },
  );
}

/** Browsers hide this header of Storage unless the bucket's CORS settings expose it. */
function fileNameOf({ headers }: Response): string {
  const told = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
  return told ?? `dataset_${new Date().toISOString().slice(0, 10)}.zip`;
}

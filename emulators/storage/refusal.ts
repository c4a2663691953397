import type { Reply } from './call.ts';
import { StorageError } from './errors.ts';

const escapeXml = (text: string): string =>
  text.replace(/[<>&]/g, (char) => ({ '<': '&lt;', '>': '&gt;' })[char] ?? '&amp;');

/**
 * The answer for what an operation threw: JSON on API paths, plain text for media, XML on links.
 * @param route name of the route, if one was found
 */
export function refusalOf(error: unknown, route: string | undefined): Reply {
  const refusal =
    error instanceof StorageError
      ? error
      : new StorageError(500, 'internalError', String((error as Error).stack));
  const { status, headers, reason, message } = refusal;
  if (status === 304) return { status, headers };
  if (route === 'download')
    return { status, headers: { ...headers, 'content-type': 'text/html' }, text: message };
  if (route !== 'link') return { status, headers: { ...headers }, json: refusal.body() };
  const text = `<?xml version='1.0' encoding='UTF-8'?><Error><Code>${reason}</Code><Message>${escapeXml(message)}</Message></Error>`;
  return { status, headers: { ...headers, 'content-type': 'application/xml; charset=UTF-8' }, text };
}

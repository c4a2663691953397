import { logUnexpected } from '../http/local-server.ts';
import type { Reply } from './call.ts';
import { StorageError } from './errors.ts';

const escapeXml = (text: string): string =>
  text.replace(/[<>&]/g, (char) => ({ '<': '&lt;', '>': '&gt;' })[char] ?? '&amp;');

function unexpected(error: unknown): StorageError {
  logUnexpected('Storage', error);
  return new StorageError(500, 'internalError', 'Unexpected error of the local stack: its log says more.');
}

/**
 * The answer to an operation's error: JSON on API paths, plain text for media, XML for links.
 * @param route name of the route, if one matched
 */
export function errorReply(error: unknown, route: string | undefined): Reply {
  const known = error instanceof StorageError ? error : unexpected(error);
  const { status, headers, reason, message } = known;
  if (status === 304) return { status, headers };
  if (route === 'download')
    return { status, headers: { ...headers, 'content-type': 'text/html' }, text: message };
  if (route !== 'link') return { status, headers: { ...headers }, json: known.body() };
  const text = `<?xml version='1.0' encoding='UTF-8'?><Error><Code>${reason}</Code><Message>${escapeXml(message)}</Message></Error>`;
  return { status, headers: { ...headers, 'content-type': 'application/xml; charset=UTF-8' }, text };
}

import { done } from '../common/http/done.ts';
import type { Reply } from '../common/http/route.ts';
import { attachment } from '../common/storage/attachment.ts';
import type { Delivered } from './deliver-file.ts';

/**
 * The answer for a file (Contract 4).
 * @param redirects false: a link is only in the body. A page's script cannot read where a redirect leads, and a browser
 *   that follows one sends Storage no origin that its CORS settings could allow.
 */
export function fileReply(
  file: Delivered,
  redirects: boolean,
  more: { fields?: object; headers?: Record<string, string> } = {},
): Reply {
  if ('stream' in file) {
    const { fileName, contentType, stream } = file;
    const headers = { 'Content-Type': contentType, 'Content-Disposition': attachment(fileName) };
    return { headers: { ...headers, ...more.headers }, stream };
  }
  const reply = done({ result: file.link, ...more.fields });
  if (!redirects) return { ...reply, headers: more.headers ?? {} };
  return { ...reply, status: 303, headers: { Location: file.link, ...more.headers } };
}

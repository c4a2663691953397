/** The API page of the local stack, at `/docs/` of the functions' port; Hosting serves the same files in a deployment. */
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { mediaTypeOf, PAGE_FILES } from '../../docs/openapi/page-files.ts';

/** @returns false where the request is none of the page's */
export function serveDocs(request: IncomingMessage, response: ServerResponse): boolean {
  const [path = ''] = (request.url ?? '').split('?', 1);
  if (path !== '/docs' && !path.startsWith('/docs/')) return false;
  const name = path.slice('/docs/'.length) || 'index.html';
  const file = PAGE_FILES.get(name);
  if (path === '/docs') response.writeHead(302, { location: '/docs/' }).end();
  else if (!file) response.writeHead(404, { 'content-type': 'text/plain' }).end('No such page\n');
  else {
    response.writeHead(200, { 'content-type': mediaTypeOf(name), 'cache-control': 'no-cache' });
    pipeline(createReadStream(file), response, () => {});
  }
  request.resume();
  return true;
}

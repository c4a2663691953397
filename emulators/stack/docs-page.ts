/** The API page of the local stack, at `/docs/` on the functions' port; a deployment's Hosting serves the same files. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mediaTypeOf, PAGE_FILES } from '../../tools/openapi/page-files.ts';

/** @returns false if the request is not for this page */
export function serveDocs(request: IncomingMessage, response: ServerResponse): boolean {
  const [path = ''] = (request.url ?? '').split('?', 1);
  if (path !== '/docs' && !path.startsWith('/docs/')) return false;
  const name = path.slice('/docs/'.length) || 'index.html';
  const read = PAGE_FILES.get(name);
  if (path === '/docs') response.writeHead(302, { location: '/docs/' }).end();
  else if (!read) response.writeHead(404, { 'content-type': 'text/plain' }).end('No such page\n');
  else void send(name, read, response);
  request.resume();
  return true;
}

async function send(name: string, read: () => Promise<Buffer>, response: ServerResponse): Promise<void> {
  try {
    const bytes = await read();
    response.writeHead(200, { 'content-type': mediaTypeOf(name), 'cache-control': 'no-cache' }).end(bytes);
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain' }).end(`${(error as Error).message}\n`);
  }
}

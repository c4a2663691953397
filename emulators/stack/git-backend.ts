/** One request through `git http-backend`, a CGI program (RFC 3875). */
import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { GIT_ENV } from './git.ts';

export function runBackend(
  root: string,
  path: string,
  query: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const env = { ...process.env, ...GIT_ENV, ...cgiVariables(root, path, query, request) };
  const backend = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  backend.on('error', () => response.writeHead(500).end('git is missing\n'));
  // It ends before it has read everything if the answer is an error.
  backend.stdin.on('error', () => {});
  response.on('close', () => backend.kill());
  request.pipe(backend.stdin);
  sendAnswer(backend.stdout, response);
}

function cgiVariables(root: string, path: string, query: string, { method, headers }: IncomingMessage) {
  const given = {
    CONTENT_TYPE: headers['content-type'],
    CONTENT_LENGTH: headers['content-length'],
    HTTP_CONTENT_ENCODING: headers['content-encoding'],
    GIT_PROTOCOL: headers['git-protocol'] as string | undefined,
  };
  return {
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: path,
    QUERY_STRING: query,
    REQUEST_METHOD: method,
    // The backend accepts pushes from a named user only.
    REMOTE_USER: 'local',
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

function sendAnswer(output: Readable, response: ServerResponse): void {
  let head = Buffer.alloc(0);
  const readHead = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    output.off('data', readHead);
    output.pause();
    writeHead(head.subarray(0, end).toString('latin1'), response);
    response.write(head.subarray(end + 4));
    output.pipe(response);
  };
  output.on('data', readHead);
  output.on('end', () => {
    if (!response.headersSent) response.writeHead(500).end('git http-backend gave no answer\n');
  });
}

function writeHead(head: string, response: ServerResponse): void {
  for (const line of head.split('\r\n')) {
    const [name = '', value = ''] = line.split(/:\s*/, 2);
    if (name.toLowerCase() === 'status') response.statusCode = Number.parseInt(value, 10);
    else response.setHeader(name, line.slice(line.indexOf(':') + 1).trim());
  }
}

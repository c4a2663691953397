/** Types for the parts of the runtime's `RED` that the nodes use (Node-RED 2.2 to 5). */

import type { IncomingHttpHeaders } from 'node:http';

export interface Message {
  _msgid?: string;
  payload?: unknown;
  [property: string]: unknown;
}

export interface Status {
  fill?: 'red' | 'green' | 'yellow' | 'blue' | 'grey';
  shape?: 'ring' | 'dot';
  text?: string;
}

export type Send = (message: Message | (Message | null)[]) => void;
/** With a sentence, which catch nodes and people get as it is. */
export type Done = (problem?: string) => void;

export interface RedNode {
  id: string;
  name?: string;
  type: string;
  credentials?: Record<string, string | undefined>;
  on(event: 'input', listener: (message: Message, send: Send, done: Done) => void): void;
  on(event: 'close', listener: (removed: boolean, done: () => void) => void): void;
  send: Send;
  status(status: Status): void;
  error(text: string, message?: Message): void;
  warn(text: string): void;
  log(text: string): void;
}

export type Config = Record<string, unknown> & { id: string };

export interface Request {
  headers: IncomingHttpHeaders;
  body?: unknown;
}

export interface Response {
  status(code: number): Response;
  json(body: unknown): void;
}

export type Handler = (request: Request, response: Response, next: () => void) => void;

export interface Red {
  /** A text of the node's catalogue. */
  _(key: string, values?: Record<string, unknown>): string;
  nodes: {
    createNode(node: RedNode, config: Config): void;
    getNode(id: string): RedNode | null | undefined;
    getCredentials(id: string): Record<string, string | undefined> | undefined;
    registerType(
      type: string,
      create: (this: RedNode, config: Config) => void,
      options?: { credentials: Record<string, { type: 'text' | 'password' }> },
    ): void;
  };
  events: Record<'on' | 'removeListener', (name: string, listener: () => void) => void>;
  settings: { userDir?: string; httpAdminRoot?: string | false };
  httpAdmin: { post(path: string, ...handlers: Handler[]): void };
  auth: { needsPermission(permission: string): Handler };
}

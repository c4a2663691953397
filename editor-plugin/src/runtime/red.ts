/** What the plugin uses of the runtime's `RED` (Node-RED 2.0 to 5). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Person } from '../../../functions/src/git/repository.ts';

export interface EditorUser {
  username?: string;
  anonymous?: boolean;
}

export interface Request {
  method: string;
  headers: IncomingHttpHeaders;
  params: Record<string, string | undefined>;
  /** Parsed by the editor where it was JSON. */
  body?: unknown;
  user?: EditorUser;
}

export interface Response {
  status(code: number): Response;
  set(name: string, value: string): Response;
  json(body: unknown): void;
}

export type Handler = (request: Request, response: Response, next: () => void) => void;

export interface Settings {
  userDir?: string;
  httpAdminRoot?: string | false;
  editorTheme?: { projects?: { enabled?: boolean; path?: string } };
  /** Settings that the editor keeps in its user directory. @throws before they are loaded */
  get(name: string): unknown;
  getUserSettings?(username: string): { git?: { user?: Partial<Person> } } | null | undefined;
  /** The plugin's own section of settings.js, named by its id. */
  'sightline-git'?: { allowHosts?: string[] };
}

export interface Red {
  version: string | (() => string);
  settings: Settings;
  httpAdmin: Record<'get' | 'post' | 'all', (path: string, ...handlers: Handler[]) => void>;
  auth: { needsPermission(permission: string): Handler };
  comms: { publish(topic: string, data: unknown, retain?: boolean): void };
  log: Record<'info' | 'warn' | 'error', (text: string) => void>;
  plugins: { registerPlugin(id: string, definition: object): void };
}

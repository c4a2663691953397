/** Types for the parts of the runtime's `RED` that the plugin uses (Node-RED 2.0 to 5). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Person } from '../../../packages/git/src/repository.ts';

export interface EditorUser {
  username?: string;
  anonymous?: boolean;
}

export interface Request {
  method: string;
  headers: IncomingHttpHeaders;
  params: Record<string, string | undefined>;
  /** Parsed by the editor if it was JSON. */
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
  uiHost?: string;
  /** The plugin's own settings. `hosts`: names besides the machine's own by which people reach the editor. */
  'sightline-git'?: { hosts?: unknown };
  editorTheme?: { projects?: { enabled?: boolean; path?: string } };
  /** Settings in the editor's user directory. @throws before they are loaded */
  get(name: string): unknown;
  getUserSettings?(username: string): { git?: { user?: Partial<Person> } } | null | undefined;
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

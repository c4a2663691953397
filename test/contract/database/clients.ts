import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp, setLogLevel } from 'firebase/app';
import { connectDatabaseEmulator, type Database, getDatabase, goOffline } from 'firebase/database';
import { deleteApp as deleteAdminApp, initializeApp as initializeAdminApp } from 'firebase-admin/app';
import { type Database as AdminDatabase, getDatabase as getAdminDatabase } from 'firebase-admin/database';
import { RULES } from './target.ts';

// The SDK warns of every refusal, and the refusals here are meant.
setLogLevel('error');

type User = { sub: string } & Record<string, unknown>;

/** Clients of one namespace of one server, all of them official and unmodified. */
export class Clients {
  readonly host: string;
  readonly namespace = `test-${randomUUID()}`;
  readonly #ends: (() => Promise<void>)[] = [];

  constructor(host: string) {
    this.host = host;
  }

  admin(): AdminDatabase {
    const app = initializeAdminApp(
      { projectId: 'demo-sightline', databaseURL: `http://${this.host}?ns=${this.namespace}` },
      randomUUID(),
    );
    this.#ends.push(() => deleteAdminApp(app));
    return getAdminDatabase(app);
  }

  /** @param user claims of an ID token, or the token itself; without one nobody is signed in. */
  web(user?: User | string): Database {
    const databaseURL = `http://${this.host}?ns=${this.namespace}`;
    const app = initializeApp({ projectId: 'demo-sightline', databaseURL }, randomUUID());
    const database = getDatabase(app);
    const [host = '', port] = this.host.split(':');
    connectDatabaseEmulator(database, host, Number(port), user ? { mockUserToken: user as never } : {});
    this.#ends.push(async () => {
      goOffline(database);
      await deleteApp(app);
    });
    return database;
  }

  /** A web client that the rules of `open()` let do everything. */
  openWeb(): Database {
    return this.web({ sub: 'anybody' });
  }

  /** Gives the namespace the project's rules. */
  close(): Promise<void> {
    return this.#putRules(RULES);
  }

  /** Lets every signed-in user read and write. */
  open(): Promise<void> {
    return this.#putRules(JSON.stringify({ rules: { '.read': 'auth !== null', '.write': 'auth !== null' } }));
  }

  async #putRules(body: string): Promise<void> {
    const response = await this.rest('/.settings/rules.json', { method: 'PUT', body });
    if (!response.ok) throw new Error(`rules: ${response.status} ${await response.text()}`);
  }

  /** @param path with its `.json`, and any query. */
  rest(path: string, init: RequestInit = {}, credential: string | null = 'owner'): Promise<Response> {
    const url = `http://${this.host}${path}${path.includes('?') ? '&' : '?'}ns=${this.namespace}`;
    const authorization = credential === null ? {} : { authorization: `Bearer ${credential}` };
    return fetch(url, { ...init, headers: { ...authorization, ...init.headers } });
  }

  async end(): Promise<void> {
    await Promise.all(this.#ends.map((end) => end()));
  }
}

import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp, setLogLevel } from 'firebase/app';
import { connectDatabaseEmulator, type Database, getDatabase, goOffline } from 'firebase/database';
import { deleteApp as deleteAdminApp, initializeApp as initializeAdminApp } from 'firebase-admin/app';
import { type Database as AdminDatabase, getDatabase as getAdminDatabase } from 'firebase-admin/database';
import { RULES } from './target.ts';

// The SDK logs a warning for every refusal, and the refusals here are intended.
setLogLevel('error');

type User = { sub: string } & Record<string, unknown>;

/** Official, unmodified clients of one namespace of one server. */
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

  /** @param user claims of an ID token, or the token itself; by default nobody is signed in */
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

  /** A web client to which the rules of `open()` allow everything. */
  openWeb(): Database {
    return this.web({ sub: 'anybody' });
  }

  /** Gives the namespace the project's rules. */
  close(): Promise<void> {
    return this.#putRules(RULES);
  }

  /**
   * Lets every signed-in user read and write.
   * @param indexes by the child of the root to which they belong
   */
  open(indexes: Record<string, string | string[]> = {}): Promise<void> {
    const places = Object.entries(indexes).map(([key, names]) => [key, { '.indexOn': names }]);
    const rules = { '.read': 'auth !== null', '.write': 'auth !== null', ...Object.fromEntries(places) };
    return this.#putRules(JSON.stringify({ rules }));
  }

  async #putRules(body: string): Promise<void> {
    const response = await this.rest('/.settings/rules.json', { method: 'PUT', body });
    if (!response.ok) throw new Error(`rules: ${response.status} ${await response.text()}`);
  }

  /** @param path with `.json`, and any query */
  rest(path: string, init: RequestInit = {}, credential: string | null = 'owner'): Promise<Response> {
    const url = `http://${this.host}${path}${path.includes('?') ? '&' : '?'}ns=${this.namespace}`;
    const authorization = credential === null ? {} : { authorization: `Bearer ${credential}` };
    return fetch(url, { ...init, headers: { ...authorization, ...init.headers } });
  }

  async end(): Promise<void> {
    await Promise.all(this.#ends.map((end) => end()));
  }
}

/**
 * Marks the images that somebody is looking at in the review, so that two people do not get the same one. A claim is not a
 * lock: it expires, and if two people judge the same image anyway, the service refuses the second by its revision.
 */
import type { Database, DatabaseReference } from 'firebase/database';
import { databaseKey } from './database-key.ts';
import { getDatabase } from './firebase.ts';
import { Store } from './store.ts';
import { visible } from './visibility.ts';

/** Milliseconds. The rules let others take over a claim that is older (rules/database.rules.json). */
const EXPIRY = 60_000;
const RENEW = 20_000;
/** Milliseconds until reading is tried again after the rules have refused it. */
const RETRY = 10_000;
/** Milliseconds without a judgement after which claims are no longer renewed: the reviewer has probably left. */
const IDLE = 300_000;

type Sdk = typeof import('firebase/database');

interface Claim {
  by: string;
  page: string;
  at: number;
}

/** Id of this browser tab: the same person may review in two. */
const PAGE = crypto.randomUUID();

export class Claims {
  /** Images that somebody else is looking at. */
  readonly taken = new Store<ReadonlySet<string>>(new Set());
  readonly #path: string;
  readonly #uid: string;
  readonly #held = new Set<string>();
  #wanted: readonly string[] = [];
  #wantedAt = Date.now();
  #seen: Readonly<Record<string, Claim>> = {};
  #offset = 0;
  #connection: { sdk: Sdk; database: Database } | null = null;
  #ends: (() => void)[] = [];
  #isOpen = false;

  constructor(dataset: string, uid: string) {
    this.#path = `claim/${databaseKey(dataset)}`;
    this.#uid = uid;
  }

  /** Follows the claims of others while the tab is visible. @returns a function that stops it */
  follow(): () => void {
    const adjust = () => (visible.get() ? void this.#open() : this.#close());
    const leave = visible.subscribe(adjust);
    adjust();
    return () => {
      leave();
      this.#close();
    };
  }

  /** Claims these images, and releases all others that were claimed here. */
  hold(ids: readonly string[]): void {
    this.#wanted = ids;
    this.#wantedAt = Date.now();
    this.#adjust();
  }

  async #open(): Promise<void> {
    if (this.#isOpen) return;
    this.#isOpen = true;
    const [sdk, database] = await Promise.all([import('firebase/database'), getDatabase()]);
    if (!this.#isOpen) return;
    this.#connection = { sdk, database };
    const seen = sdk.onValue(
      sdk.ref(database, this.#path),
      (snapshot) => {
        this.#seen = (snapshot.val() ?? {}) as Record<string, Claim>;
        this.#updateTaken();
      },
      // Without permission the review works as if there were no claims. In a new dataset, permission follows shortly.
      () => this.#ends.push(this.#later(() => this.#restart())),
    );
    const offset = sdk.onValue(sdk.ref(database, '.info/serverTimeOffset'), (snapshot) => {
      this.#offset = Number(snapshot.val()) || 0;
    });
    const expiryCheck = setInterval(() => this.#updateTaken(), EXPIRY / 12);
    const renewal = setInterval(() => this.#renew(), RENEW);
    this.#ends.push(
      seen,
      offset,
      () => clearInterval(expiryCheck),
      () => clearInterval(renewal),
    );
    this.#adjust();
  }

  #restart(): void {
    this.#close();
    void this.#open();
  }

  #later(work: () => void): () => void {
    const timer = setTimeout(work, RETRY);
    return () => clearTimeout(timer);
  }

  #close(): void {
    this.#isOpen = false;
    for (const key of [...this.#held]) this.#release(key);
    for (const end of this.#ends.splice(0)) end();
    this.#connection = null;
  }

  #updateTaken(): void {
    const oldest = Date.now() + this.#offset - EXPIRY;
    const others = Object.entries(this.#seen).filter(([, { page, at }]) => page !== PAGE && at > oldest);
    const taken = new Set(others.map(([key]) => decodeURIComponent(key)));
    const before = this.taken.get();
    if (taken.size !== before.size || [...taken].some((id) => !before.has(id))) this.taken.set(taken);
  }

  #adjust(): void {
    if (!this.#connection) return;
    const wanted = new Set(this.#wanted.filter((id) => !this.taken.get().has(id)).map(databaseKey));
    for (const key of [...this.#held]) if (!wanted.has(key)) this.#release(key);
    for (const key of wanted) if (!this.#held.has(key)) this.#claim(key);
  }

  #renew(): void {
    if (Date.now() - this.#wantedAt > IDLE) return;
    for (const key of this.#held) this.#claim(key);
  }

  #claim(key: string): void {
    const at = this.#at(key);
    if (!at || !this.#connection) return;
    const { sdk } = this.#connection;
    this.#held.add(key);
    void sdk
      .onDisconnect(at)
      .remove()
      .catch(() => {});
    const claim = { by: this.#uid, page: PAGE, at: sdk.serverTimestamp() };
    // Refused, because somebody else has claimed it: the listener reports that.
    sdk.set(at, claim).catch(() => this.#held.delete(key));
  }

  #release(key: string): void {
    const at = this.#at(key);
    this.#held.delete(key);
    if (!at || !this.#connection) return;
    void this.#connection.sdk
      .onDisconnect(at)
      .cancel()
      .catch(() => {});
    this.#connection.sdk.remove(at).catch(() => {});
  }

  #at(key: string): DatabaseReference | undefined {
    return this.#connection?.sdk.ref(this.#connection.database, `${this.#path}/${key}`);
  }
}

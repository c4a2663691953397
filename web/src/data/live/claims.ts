/**
 * Marks the images that somebody is looking at in the review, so that two people do not get the same one. A claim is not a
 * lock: it expires, and if two people judge the same image anyway, the service refuses the second by its revision.
 */
import type { Database, DatabaseReference } from 'firebase/database';
import { databaseKey } from '../database-key.ts';
import { getDatabase } from '../firebase.ts';
import { Store } from './store.ts';
import { visible } from './visibility.ts';

/** Milliseconds. The rules let others take over a claim that is older (rules/database.rules.json). */
const EXPIRY = 60_000;
const RENEW = 20_000;
/** Milliseconds until it starts again after the SDK could not be loaded, or the rules have refused to read. */
const RETRY = 10_000;
/** Milliseconds with the same image after which claims are no longer renewed: the reviewer has probably left. */
const IDLE = 300_000;

type Sdk = typeof import('firebase/database');

/** One person claims no more images of a dataset at a time: each takes a slot, as the rules demand. */
const SLOTS = Array.from({ length: 20 }, (_, slot) => String(slot));

interface Claim {
  by: string;
  page: string;
  at: number;
  slot: string;
}

/** Id of this browser tab: the same person may review in two. */
const PAGE = crypto.randomUUID();

export class Claims {
  /** Images that somebody else is looking at. */
  readonly taken = new Store<ReadonlySet<string>>(new Set());
  readonly #dataset: string;
  readonly #uid: string;
  /** The slot of each. */
  readonly #held = new Map<string, string>();
  #wanted: readonly string[] = [];
  #current: string | undefined;
  #currentSince = Date.now();
  #seen: Readonly<Record<string, Claim>> = {};
  #offset = 0;
  #connection: { sdk: Sdk; database: Database } | null = null;
  #ends: (() => void)[] = [];
  /** Set while claims are followed. A new object each time, so that a start that was stopped while it loaded notices it. */
  #run: object | null = null;

  constructor(dataset: string, uid: string) {
    this.#dataset = databaseKey(dataset);
    this.#uid = uid;
  }

  /** Follows the claims of others while the tab is visible. @returns a function that stops it */
  follow(): () => void {
    const adjust = () => (visible.get() ? this.#open() : this.#close());
    const unsubscribe = visible.subscribe(adjust);
    adjust();
    return () => {
      unsubscribe();
      this.#close();
    };
  }

  /**
   * Claims these images, and releases all others that were claimed here.
   * @param current the image that is shown. The others also change with the claims of other people, while the reviewer is away
   */
  hold(ids: readonly string[], current: string | undefined): void {
    if (current !== this.#current) this.#currentSince = Date.now();
    this.#current = current;
    this.#wanted = ids;
    this.#adjust();
  }

  #open(): void {
    if (this.#run) return;
    const run = {};
    this.#run = run;
    const isCurrent = () => this.#run === run;
    Promise.all([import('firebase/database'), getDatabase()]).then(
      ([sdk, database]) => isCurrent() && this.#listen(sdk, database),
      () => isCurrent() && this.#restartLater(),
    );
  }

  #listen(sdk: Sdk, database: Database): void {
    this.#connection = { sdk, database };
    const stopSeen = sdk.onValue(
      sdk.ref(database, `claim/${this.#dataset}`),
      (snapshot) => {
        this.#seen = (snapshot.val() ?? {}) as Record<string, Claim>;
        this.#updateTaken();
      },
      // Without permission the review works as if there were no claims. In a new dataset, permission follows shortly.
      () => this.#restartLater(),
    );
    const stopOffset = sdk.onValue(sdk.ref(database, '.info/serverTimeOffset'), (snapshot) => {
      this.#offset = Number(snapshot.val()) || 0;
    });
    const expiryCheck = setInterval(() => this.#updateTaken(), EXPIRY / 12);
    const renewal = setInterval(() => this.#renew(), RENEW);
    this.#ends.push(
      stopSeen,
      stopOffset,
      () => clearInterval(expiryCheck),
      () => clearInterval(renewal),
    );
    this.#adjust();
  }

  #restartLater(): void {
    const timer = setTimeout(() => {
      this.#close();
      this.#open();
    }, RETRY);
    this.#ends.push(() => clearTimeout(timer));
  }

  #close(): void {
    this.#run = null;
    for (const key of [...this.#held.keys()]) this.#release(key);
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
    for (const key of [...this.#held.keys()]) if (!wanted.has(key)) this.#release(key);
    for (const key of wanted) if (!this.#held.has(key)) this.#claim(key);
  }

  #renew(): void {
    if (Date.now() - this.#currentSince > IDLE) return;
    for (const key of this.#held.keys()) this.#claim(key);
  }

  #claim(key: string): void {
    const at = this.#at(key);
    const slot = this.#held.get(key) ?? this.#freeSlot();
    if (!at || !this.#connection || slot === undefined) return;
    const { sdk, database } = this.#connection;
    this.#held.set(key, slot);
    const ending = sdk.onDisconnect(at);
    ending.remove().catch(() => {});
    const claim = { by: this.#uid, page: PAGE, at: sdk.serverTimestamp(), slot };
    const both = {
      [`claim/${this.#dataset}/${key}`]: claim,
      [`slot/${this.#dataset}/${this.#uid}/${slot}`]: key,
    };
    sdk.update(sdk.ref(database), both).catch(() => {
      // Somebody else has claimed it, which the listener reports.
      this.#held.delete(key);
      // If that is another tab of the same person, the rules would let the end of this one remove its claim.
      ending.cancel().catch(() => {});
    });
  }

  /** One that no tab of this person uses. What a tab has left is removed when its connection ends. */
  #freeSlot(): string | undefined {
    const own = Object.values(this.#seen).filter(({ by }) => by === this.#uid);
    const used = new Set([...own.map(({ slot }) => slot), ...this.#held.values()]);
    return SLOTS.find((slot) => !used.has(slot));
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
    return this.#connection?.sdk.ref(this.#connection.database, `claim/${this.#dataset}/${key}`);
  }
}

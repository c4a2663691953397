import type { CallOptions, Transport } from '../transport.ts';
import { ask } from './ask.ts';
import type { ListedPeople, Role } from './records.ts';

/** The people who have access to a dataset or monitor. */
export class Members {
  readonly #path: string;
  readonly #transport: Transport;

  /** @param record path of the dataset or monitor */
  constructor(record: string, transport: Transport) {
    this.#path = `${record}/members`;
    this.#transport = transport;
  }

  /** The owner first, then by role and name. `invitations` are listed for the owner only. */
  list(options?: CallOptions): Promise<ListedPeople> {
    return ask(this.#transport, { method: 'GET', path: this.#path }, options);
  }

  /**
   * Sets a person's role. `owner` offers ownership: nothing changes until that person accepts it.
   * @param who uid or e-mail; an e-mail without an account is invited
   * @returns whether it is an offer
   */
  async set(who: string, role: Role, options?: CallOptions): Promise<boolean> {
    const asked = { method: 'PUT', path: this.#pathOf(who), json: { role } } as const;
    return (await ask<{ offered?: true }>(this.#transport, asked, options)).offered === true;
  }

  /** Takes over what is offered to the caller; the previous owner becomes an editor. */
  async accept(options?: CallOptions): Promise<void> {
    await ask(this.#transport, { method: 'POST', path: this.#pathOf('accept') }, options);
  }

  /** Withdraws the open offer of ownership, or declines one to the caller. */
  async endOffer(options?: CallOptions): Promise<void> {
    // Whoever has declined an offer and has no role does not see the record any more.
    const asked = { method: 'DELETE', path: this.#pathOf('accept'), doneBefore: 404 } as const;
    await ask(this.#transport, asked, options);
  }

  /** Removes a person or an invitation. Everyone except the owner may remove themselves. */
  async remove(who: string, options?: CallOptions): Promise<void> {
    // Whoever has left does not see the record any more.
    const asked = { method: 'DELETE', path: this.#pathOf(who), doneBefore: 404 } as const;
    await ask(this.#transport, asked, options);
  }

  #pathOf(who: string): string {
    return `${this.#path}/${encodeURIComponent(who)}`;
  }
}

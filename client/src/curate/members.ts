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
   * Sets a person's role. `owner` transfers ownership: the previous owner becomes an editor.
   * @param who uid or e-mail; an e-mail without an account is invited
   */
  async set(who: string, role: Role, options?: CallOptions): Promise<void> {
    const asked = { method: 'PUT', path: this.#pathOf(who), json: { role } } as const;
    // Whoever has transferred the ownership may not do so again.
    await ask(this.#transport, role === 'owner' ? { ...asked, doneBefore: 403 } : asked, options);
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

import type { Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';
import type { ListedPeople, Role } from './records.ts';

/** The people who have access to a dataset or monitor. */
export class Members {
  readonly #resource: Resource;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  /** The owner first, then by role and name. `invitations` are listed for the owner only. */
  list(options?: CallOptions): Promise<ListedPeople> {
    return this.#resource.ask({ method: 'GET' }, options);
  }

  /**
   * Sets a person's role. `owner` offers ownership: nothing changes until that person accepts it.
   * @param who uid or e-mail; an e-mail without an account is invited
   * @returns whether it is an offer
   */
  async set(who: string, role: Role, options?: CallOptions): Promise<boolean> {
    const asked = { method: 'PUT', json: { role } } as const;
    return (await this.#resource.at(who).ask<{ offered?: true }>(asked, options)).offered === true;
  }

  /** Takes over what is offered to the caller; the previous owner becomes an editor. */
  async accept(options?: CallOptions): Promise<void> {
    await this.#resource.at('accept').ask({ method: 'POST' }, options);
  }

  /** Withdraws the open offer of ownership, or declines one to the caller. */
  async endOffer(options?: CallOptions): Promise<void> {
    // Whoever has declined an offer and has no role does not see the record any more.
    await this.#resource.at('accept').ask({ method: 'DELETE', doneBefore: 404 }, options);
  }

  /** Removes a person or an invitation. Everyone except the owner may remove themselves. */
  async remove(who: string, options?: CallOptions): Promise<void> {
    // Whoever has left does not see the record any more.
    await this.#resource.at(who).ask({ method: 'DELETE', doneBefore: 404 }, options);
  }
}

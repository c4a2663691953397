/** What differs between datasets and monitors, for what they share: members, offers, hooks (Contract 9 and 16). */
import type * as z from 'zod/mini';
import type { Caller } from './access/caller.ts';
import type { Role } from './access/permit.ts';
import type { ErrorCode } from './errors.ts';
import type { Result } from './http/done.ts';
import { id } from './http/input/fields.ts';
import type { Flaw } from './http/input/parse.ts';
import type { Reply } from './http/route.ts';
import type { Known } from './http/sample.ts';
import type { MemberRecords } from './members/ports.ts';
import type { Membership, Permit } from './model.ts';

export interface OwnedArea {
  kind: 'dataset' | 'monitor';
  /** Bodies may be wrapped in `data`. */
  wrapped: boolean;
  /** The error for a record that does not exist. */
  missing: ErrorCode;
  /** Of all routes of the area that take parameters or a body, `missing` included. */
  errors: readonly ErrorCode[];
  refuse(flaw: Flaw): Error;
  done(more?: Result): Reply;
  /** The schema of a success with these fields. */
  wrap(fields: z.core.$ZodLooseShape): z.ZodMiniType;
  members: MemberRecords;
  find(id: string): Promise<Membership | null>;
  /** @throws HttpError if the caller does not have this role */
  require(id: string, caller: Caller, role: Role): Promise<Membership & { id: string }>;
  may(id: string, caller: Caller, role: Role): Permit;
}

/** A request to a route below `/:dataset_id` or `/:monitor_id`. */
export interface OwnedRequest {
  params: Readonly<Record<string, string>>;
  caller: Caller;
}

/** The path parameter that names the record. */
export const recordParam = (kind: OwnedArea['kind']): Record<string, z.ZodMiniType<string, string>> => ({
  [`${kind}_id`]: id(kind === 'dataset' ? 'Dataset id' : 'Monitor id'),
});

/** A sample about the spare record of this kind. */
export const sparedOf =
  (kind: OwnedArea['kind']) =>
  ({ spare }: Known) => ({ params: { [`${kind}_id`]: spare[kind] } });

export const recordOf = ({ kind }: OwnedArea, { params }: OwnedRequest): string => params[`${kind}_id`] ?? '';

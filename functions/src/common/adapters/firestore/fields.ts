/** Reads fields as dashboards may have written them, and trusts none. */
import { DocumentReference, Timestamp } from 'firebase-admin/firestore';
import type { Grant, Membership, Offer } from '../../model.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const text = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' ? value : otherwise;

export const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const map = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Unix milliseconds of a timestamp or number; 0 for anything else. */
export const millis = (value: unknown): number =>
  value instanceof Timestamp ? value.toMillis() : count(value);

export const bytes = (value: unknown): Buffer | null => (Buffer.isBuffer(value) ? value : null);

/** Last segment of a document reference, or of a path string (Contract 2); `''` for anything else. */
export function referenceId(value: unknown): string {
  if (value instanceof DocumentReference) return value.id;
  return text(value).split('/').at(-1) ?? '';
}

export function membership(fields: Fields): Membership {
  const members = Object.create(null) as Record<string, 'viewer' | 'editor'>;
  for (const [uid, role] of Object.entries(map(fields.members))) {
    if (role === 'viewer' || role === 'editor') members[uid] = role;
  }
  const owner = text(fields.owner);
  const offer = toOffer(map(fields.offer));
  return { owner, members, ...(offer.to !== '' && offer.owner === owner && { offer }) };
}

/** Grants by monitor id (Contract 8). */
export function grantsOf(fields: Fields): Readonly<Record<string, Grant>> {
  const grants = Object.create(null) as Record<string, Grant>;
  for (const [monitor, value] of Object.entries(map(fields.monitors))) {
    const { by, at, born } = map(value);
    grants[monitor] = { by: text(by), at: millis(at), born: text(born) };
  }
  return grants;
}

const toOffer = ({ to, by, at, owner }: Fields): Offer => ({
  to: text(to),
  by: text(by),
  at: millis(at),
  owner: text(owner),
});

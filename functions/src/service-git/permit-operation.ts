import type { Caller } from '../common/access/caller.ts';
import { access } from '../common/config.ts';
import { HttpError } from '../common/errors.ts';

/**
 * Claims that allow an operation (Spec 5, Contract 8), as the flow editor reads its own permissions. Who may write may
 * read.
 */
const ALLOWING = {
  read: new Set(['git-control.read', 'git-control.write', 'read', '*']),
  write: new Set(['git-control.write', '*']),
} as const;

/** @throws HttpError `forbidden`; a camera's key gives no permission here */
export function permitOperation(caller: Caller, permission: 'read' | 'write'): void {
  if (access() === 'open') return;
  const permissions = caller.kind === 'person' ? caller.permissions : [];
  if (!permissions.some((each) => ALLOWING[permission].has(each))) throw new HttpError('forbidden');
}

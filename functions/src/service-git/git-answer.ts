/** Describes a git operation, and lists errors that many operations share. */
import * as z from 'zod/mini';
import type { FaultCode } from '../../../packages/git/src/git-fault.ts';
import { requireOperation } from '../../../packages/git/src/operations/operations.ts';
import { about } from '../common/http/input/fields.ts';
import type { Described } from '../common/http/operation.ts';

/** Errors of the folder, possible in every operation. */
const FOLDER: FaultCode[] = [
  'git_not_a_repository',
  'git_unsupported_repository',
  'git_unsafe_config',
  'git_unavailable',
  'git_interrupted',
  'git_timeout',
  'git_disk_full',
  'git_write_denied',
  'git_too_large',
  'git_corrupt',
];
const INPUT: FaultCode[] = ['git_invalid_argument'];
export const REF: FaultCode[] = ['git_unknown_ref', 'git_ambiguous_ref'];
/** Errors of every operation that writes. */
const WRITE: FaultCode[] = ['git_locked', 'git_ref_moved', 'git_unsafe_path', 'git_unsupported_name'];
export const WORK: FaultCode[] = ['git_unmerged_files', 'git_local_changes'];
export const REMOTE: FaultCode[] = [
  'git_remote_undefined',
  'git_remote_refused',
  'git_auth_failed',
  'git_repository_not_found',
  'git_connection_failed',
  'git_remote_error',
  'git_host_key_verification_failed',
  'git_ssh_unavailable',
  'git_remote_unsafe',
  'git_fetch_blocked',
];

const VOLUME = ['volume absent', 'projects disabled', 'editor too old', 'no active project'] as const;

/** @param keys of the answer, without the envelope @param faults without those that every operation has */
export function answer(
  operation: string,
  summary: string,
  keys: () => z.core.$ZodShape,
  faults: readonly FaultCode[],
  description?: string,
): [string, Described] {
  const { permission, changesFiles } = requireOperation(operation);
  const writes = permission === 'write';
  const schema = () => {
    const reloadError = z
      .optional(z.string())
      .check(about('Why the editor did not reload its flows. The change itself was made.'));
    return z.object({
      success: z.literal(true),
      operation: z.literal(operation),
      ...keys(),
      ...(changesFiles && { reloadError }),
    });
  };
  const all = [...FOLDER, ...INPUT, ...(writes ? WRITE : []), ...faults];
  return [
    operation,
    {
      summary,
      description: [`Needs the permission \`git-control.${permission}\`.`, description]
        .filter((each) => each !== undefined)
        .join(' '),
      answers: () => ({ 200: { description: 'Done.', schema: schema() } }),
      errors: writes ? [...VOLUME, 'volume busy'] : VOLUME,
      faults: [...new Set(all)],
    },
  ];
}

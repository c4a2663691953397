/**
 * Every way in which a git operation can fail, as data (Contract 7): the code for programs, the sentence, what to do about
 * it, and the HTTP status. Codes are Node-RED's own where it has one. Texts of git, of isomorphic-git and of the operating
 * system never reach a caller. `{name}` in a sentence or suggestion is filled from the fault's facts.
 */
export interface FaultEntry {
  status: number;
  sentence: string;
  suggestion?: string;
}

const entry = (status: number, sentence: string, suggestion?: string): FaultEntry =>
  suggestion === undefined ? { status, sentence } : { status, sentence, suggestion };

export const GIT_FAULTS = {
  git_invalid_argument: entry(400, '{reason}'),
  git_not_a_repository: entry(
    404,
    'The folder is not a git repository',
    'Create the project with version control in the editor, or run "git init" in its folder.',
  ),
  git_unsupported_repository: entry(
    501,
    'The repository uses a feature that is not supported here: {feature}',
    'Use the git command line for this repository.',
  ),
  git_unavailable: entry(501, '{need}', 'Install a current git on this machine.'),
  git_unsafe_config: entry(
    501,
    'The repository contains {what}, which is not allowed here',
    'Remove it (a key with "git config --unset"), or use the git command line for this repository.',
  ),
  git_unsupported_name: entry(
    409,
    'The file name "{path}" is not valid UTF-8',
    'Rename the file with the git command line.',
  ),
  git_interrupted: entry(
    503,
    'git was ended by the system before it was done',
    'Try again; if it happens again, the machine may have too little memory.',
  ),
  git_disk_full: entry(503, 'The disk of the project is full', 'Free some space, then try again.'),
  git_write_denied: entry(
    500,
    'Files of the project may not be read or written here',
    'Check the owner and the permissions of the files in the folder.',
  ),
  git_timeout: entry(503, 'git took too long', 'Wait a moment and try again.'),
  git_too_large: entry(413, 'The output of git is too large', 'Ask for less, or use the git command line.'),
  git_corrupt: entry(
    500,
    'The repository is damaged: {what}',
    'Run "git fsck" in the folder, or clone the repository again.',
  ),
  git_unknown_ref: entry(
    404,
    'No commit, branch or tag is named "{ref}"',
    'Fetch, then look at the branches.',
  ),
  git_ambiguous_ref: entry(409, 'More than one commit starts with "{ref}"', 'Give more digits of the hash.'),
  git_unknown_path: entry(404, 'No file named "{path}" is known here'),
  git_ignored_path: entry(409, 'The file "{path}" is ignored by .gitignore', 'Change .gitignore first.'),
  git_unsafe_path: entry(409, 'The path "{path}" may not be touched: {reason}'),
  git_filter_unsupported: entry(
    409,
    'The file "{path}" goes through the filter "{filter}", which is not run here',
    'Add this file with the git command line.',
  ),
  git_missing_user: entry(
    400,
    'No user name and e-mail address are set for commits',
    'Set them in the editor under Settings, Git config, or with "git config user.name" and "user.email".',
  ),
  git_nothing_to_commit: entry(409, 'Nothing is staged for commit', 'Stage files first.'),
  git_no_commits: entry(409, 'The branch has no commit yet', 'Make a first commit.'),
  git_hook_declined: entry(
    409,
    'A hook of the repository declined the commit',
    'Run "git commit" in the folder to see what the hook says.',
  ),
  git_unmerged_files: entry(409, 'Files are in conflict', 'Resolve them and stage them, or abort the merge.'),
  git_no_merge: entry(409, 'No merge is in progress'),
  git_checkout_blocked: entry(
    409,
    'The checkout is blocked by {blocked}',
    'Commit or discard changes and push commits first.',
  ),
  git_local_changes: entry(409, 'Uncommitted changes would be overwritten', 'Commit or discard them first.'),
  git_branch_exists: entry(409, 'A branch named "{branch}" exists already', 'Choose another name.'),
  git_branch_in_use: entry(
    409,
    'The branch "{branch}" is the current one',
    'Switch to another branch first.',
  ),
  git_revert_conflict: entry(
    409,
    'Later commits changed the same lines or nodes; nothing was changed',
    'Revert the later commits first, or revert with the git command line.',
  ),
  git_no_branch: entry(409, 'No branch to return to is known', 'Switch to a branch by name.'),
  git_ref_moved: entry(409, 'The branch was moved by someone else meanwhile', 'Refresh and try again.'),
  git_locked: entry(423, 'Another git process holds {lock}, for {age} now', 'Wait and try again. {advice}'),
  git_detached_head: entry(409, 'HEAD is on no branch', 'Return to a branch first, or commit to make one.'),
  git_remote_undefined: entry(
    404,
    'No remote named "{remote}" is configured',
    'Add a remote in the project settings.',
  ),
  git_remote_refused: entry(
    400,
    'The address of the remote is not allowed: {reason}',
    'Use an https address of a public host, or have the host allowed in the configuration.',
  ),
  git_auth_failed: entry(
    502,
    'The remote did not accept the credentials',
    'Check the user name and token of this remote.',
  ),
  git_push_denied: entry(
    502,
    'The remote does not let this user push',
    'Ask for write permission, or use other credentials.',
  ),
  git_repository_not_found: entry(
    404,
    'The remote repository does not exist',
    'Check the address of the remote.',
  ),
  git_connection_failed: entry(503, 'The remote could not be reached', 'Check the network and try again.'),
  git_remote_error: entry(
    502,
    'The remote answered in a way that cannot be used',
    'Check that the address is that of a git repository.',
  ),
  git_remote_unsafe: entry(
    502,
    'The remote sent data that git rejects as malformed or dangerous; nothing was kept',
    'Run "git fsck --strict" on the remote repository.',
  ),
  git_remote_gone: entry(
    404,
    'The remote has no branch named "{branch}"',
    'Push the branch, or follow another one.',
  ),
  git_fetch_blocked: entry(
    409,
    'The remote replaced a branch that is still known here: one name is a folder of the other',
    'Fetch with prune, which removes branches that the remote no longer has.',
  ),
  git_push_failed: entry(
    409,
    'The remote rejected the push: it has commits that are not here',
    'Pull first, then push again.',
  ),
  git_push_declined: entry(
    409,
    'The remote declined the push by a rule of its own',
    'Look at the rules of the remote branch, for example branch protection.',
  ),
  git_pull_merge_conflict: entry(
    409,
    'The remote changes conflict with local commits; nothing was changed',
    'Choose a side for each node or file (resolve), or merge with the git command line.',
  ),
  git_pull_overwrite: entry(
    409,
    'Local changes would be overwritten by the pull; nothing was changed',
    'Commit or discard these files first.',
  ),
  git_pull_unrelated_history: entry(409, 'The remote branch has no common history with this one'),
  git_host_key_verification_failed: entry(
    502,
    'The host key of the remote is not known or has changed',
    'Check the key and add it to the known hosts of the project.',
  ),
  git_ssh_unavailable: entry(501, 'SSH remotes are not available here', 'Use an https address with a token.'),
} as const satisfies Record<string, FaultEntry>;

export type FaultCode = keyof typeof GIT_FAULTS;

const fill = (text: string, facts: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '').trim();

/**
 * A failure that callers may see completely.
 * `extra` has the answer's keys besides the envelope, for example `conflicted`.
 */
export class GitFault extends Error {
  override readonly name = 'GitFault';
  readonly code: FaultCode;
  readonly status: number;
  readonly suggestion: string | undefined;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    code: FaultCode,
    facts: Readonly<Record<string, string>> = {},
    extra: Readonly<Record<string, unknown>> = {},
    /** For logs only, never for callers. */
    cause?: unknown,
  ) {
    const found: FaultEntry = GIT_FAULTS[code];
    super(fill(found.sentence, facts), { cause });
    this.code = code;
    this.status = found.status;
    this.suggestion = found.suggestion === undefined ? undefined : fill(found.suggestion, facts);
    this.extra = extra;
  }
}

export const isGitFault = (value: unknown): value is GitFault => value instanceof GitFault;
